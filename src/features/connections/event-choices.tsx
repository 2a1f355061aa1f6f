import { WEBHOOK_EVENTS } from "../../../convex/shared/webhooks";
import { EVENT_NAMES } from "./texts";

type EventChoicesProps = {
  legend: string;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

export function EventChoices({ legend, chosen, onChange }: EventChoicesProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {WEBHOOK_EVENTS.map((event) => (
        <label key={event} className="flex min-h-6 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-accent"
            checked={chosen.includes(event)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, event] : chosen.filter((one) => one !== event))
            }
          />
          {EVENT_NAMES[event]}
        </label>
      ))}
    </fieldset>
  );
}
