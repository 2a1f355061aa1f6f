/** The control API's commands. Their JSON is parsed by the same rules as Stripe's forms. */
import { StripeError } from "../errors.ts";
import type { FormObject, FormValue } from "../api/form.ts";
import { fields, integer, list, oneOf, parseFields, required, text } from "../api/params.ts";
import type { Settings } from "../storage/records.ts";
import type { Fault } from "./faults.ts";

export type Command =
  | { name: "reset" | "clear_faults" | "hold" | "release" }
  | { name: "advance"; seconds: number }
  | { name: "fault"; fault: Fault }
  | { name: "dispute"; charge: string; reason: string }
  | { name: "close_dispute"; dispute: string; status: "won" | "lost" }
  | { name: "settings"; changes: Partial<Settings> }
  | { name: "endpoint"; endpoint: { url: string; secret: string } }
  | { name: "deliver" | "drop"; events: string[] };

const EVENTS = { events: required(list(text)) };

const COMMANDS: Record<string, (given: FormObject) => Command> = {
  "POST /_sim/reset": () => ({ name: "reset" }),
  "POST /_sim/advance": (given) => ({
    name: "advance",
    ...parseFields({ seconds: required(integer({ least: 0 })) }, given),
  }),
  "POST /_sim/faults": (given) => {
    const fault = parseFields(
      {
        kind: required(oneOf("error", "rate_limit", "hang", "drop")),
        method: oneOf("GET", "POST", "DELETE"),
        path: text,
        times: integer({ least: 1 }),
      },
      given,
    );
    const { method = null, path = null, times = 1 } = fault;
    return { name: "fault", fault: { kind: fault.kind, method, path, times } };
  },
  "DELETE /_sim/faults": () => ({ name: "clear_faults" }),
  "POST /_sim/disputes": (given) => {
    const { charge, reason = "fraudulent" } = parseFields(
      { charge: required(text), reason: text },
      given,
    );
    return { name: "dispute", charge, reason };
  },
  "POST /_sim/disputes/close": (given) => ({
    name: "close_dispute",
    ...parseFields({ dispute: required(text), status: required(oneOf("won", "lost")) }, given),
  }),
  "POST /_sim/settings": (given) => {
    const changes = fields({
      portalCardBecomesDefaultOf: oneOf("customer", "subscription"),
      portalCancelWithSchedule: oneOf("release", "refuse"),
      sameNumberIs: oneOf("one_card", "a_card_per_email"),
    }).parse(given, "settings");
    return { name: "settings", changes: defined(changes) };
  },
  "POST /_sim/webhooks/endpoint": (given) => ({
    name: "endpoint",
    endpoint: parseFields({ url: required(text), secret: required(text) }, given),
  }),
  "POST /_sim/webhooks/hold": () => ({ name: "hold" }),
  "POST /_sim/webhooks/release": () => ({ name: "release" }),
  "POST /_sim/webhooks/deliver": (given) => ({ name: "deliver", ...parseFields(EVENTS, given) }),
  "POST /_sim/webhooks/drop": (given) => ({ name: "drop", ...parseFields(EVENTS, given) }),
};

/** `name` is the method and the path. */
export function readCommand(name: string, body: string): Command {
  const read = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (read === undefined) {
    throw new StripeError({
      status: 404,
      type: "invalid_request_error",
      message: `The control API does not know ${name}`,
    });
  }
  return read(toForm(body));
}

function toForm(body: string): FormObject {
  if (body === "") return {};
  const value = formValue(parseJson(body));
  if (typeof value === "string") throw malformed("The body must be a JSON object");
  return value;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw malformed("The body is not JSON");
  }
}

function formValue(value: unknown): FormValue {
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([name, one]) => [name, formValue(one)]);
    return Object.fromEntries(entries) as FormObject;
  }
  return String(value);
}

function defined<T extends object>(given: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

function malformed(message: string): StripeError {
  return new StripeError({ status: 400, type: "invalid_request_error", message });
}
