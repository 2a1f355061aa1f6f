import { PAID_PLANS } from "../../../../../convex/shared/plans";
import {
  dailyMinutes,
  SHARE_OF_PLAN,
  CONVERSATION_NUMBERS,
  type DailyLimit,
} from "../../../../../convex/shared/conversation";
import { Field } from "../../../../components/field";
import { CONVERSATION_LABELS } from "../../texts";
import { NumberField } from "./number-field";
import { DAILY_LIMIT, HINTS } from "./texts";

type DailyLimitFieldsProps = {
  limit: DailyLimit;
  onChange: (limit: DailyLimit) => void;
};

/** "50 minutes on Starter, 90 on Pro". */
const SHARES = PAID_PLANS.map(({ name, limits }, index) => {
  const minutes = dailyMinutes(SHARE_OF_PLAN, limits.includedMinutes);
  return index === 0 ? DAILY_LIMIT.minutesOn(minutes, name) : DAILY_LIMIT.on(minutes, name);
}).join(", ");
const FIRST_NUMBER = 30;

export function DailyLimitFields({ limit, onChange }: DailyLimitFieldsProps) {
  const kind = limit === null ? "none" : limit === SHARE_OF_PLAN ? "plan" : "own";

  function choose(chosen: string) {
    if (chosen === kind) return;
    onChange(chosen === "none" ? null : chosen === "plan" ? SHARE_OF_PLAN : FIRST_NUMBER);
  }

  return (
    <>
      <Field
        label={CONVERSATION_LABELS.minutesADay}
        hint={kind === "plan" ? `${SHARES}. ${HINTS.dailyLimit}` : HINTS.dailyLimit}
      >
        {(control) => (
          <select
            {...control}
            name="talk"
            value={kind}
            onChange={({ target }) => choose(target.value)}
          >
            <option value="plan">{DAILY_LIMIT.shareOfPlan}</option>
            <option value="own">{DAILY_LIMIT.own}</option>
            <option value="none">{DAILY_LIMIT.none}</option>
          </select>
        )}
      </Field>
      {typeof limit === "number" && (
        <NumberField
          label={DAILY_LIMIT.minutes}
          isRequired
          {...CONVERSATION_NUMBERS.minutesADay}
          value={limit}
          onChange={(minutes) => onChange(minutes ?? NaN)}
        />
      )}
    </>
  );
}
