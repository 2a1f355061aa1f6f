import { PAID_PLANS } from "../../../../../convex/catalog/plans";
import {
  dailyMinutes,
  SHARE_OF_PLAN,
  TALK_NUMBERS,
  type DailyLimit,
} from "../../../../../convex/catalog/talk";
import { Field } from "../../../../components/field";
import { TalkNumber } from "./number-field";

type DailyLimitFieldsProps = {
  limit: DailyLimit;
  onChange: (limit: DailyLimit) => void;
};

/** "50 minutes on Starter, 90 on Pro". */
const SHARES = PAID_PLANS.map(
  ({ name, limits }, index) =>
    `${dailyMinutes(SHARE_OF_PLAN, limits.includedMinutes)}${index === 0 ? " minutes" : ""} on ${name}`,
).join(", ");
const HINT =
  "When it is reached, we mail you, and visitors are told that the assistant is not available until the next day. You can allow more at any time. Your own tests do not count.";
const FIRST_NUMBER = 30;

/** How many minutes a day visitors may talk. */
export function DailyLimitFields({ limit, onChange }: DailyLimitFieldsProps) {
  const kind = limit === null ? "none" : limit === SHARE_OF_PLAN ? "plan" : "own";

  function choose(chosen: string) {
    if (chosen === kind) return;
    onChange(chosen === "none" ? null : chosen === "plan" ? SHARE_OF_PLAN : FIRST_NUMBER);
  }

  return (
    <>
      <Field label="Daily limit for visitors" hint={kind === "plan" ? `${SHARES}. ${HINT}` : HINT}>
        {(control) => (
          <select {...control} value={kind} onChange={({ target }) => choose(target.value)}>
            <option value="plan">A fifth of your plan's minutes</option>
            <option value="own">Your own number of minutes</option>
            <option value="none">No limit</option>
          </select>
        )}
      </Field>
      {typeof limit === "number" && (
        <TalkNumber
          label="Minutes a day for visitors"
          isRequired
          {...TALK_NUMBERS.minutesADay}
          value={limit}
          onChange={(minutes) => onChange(minutes ?? NaN)}
        />
      )}
    </>
  );
}
