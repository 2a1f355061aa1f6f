/** What an assistant can do besides answering, and its limits. */
export const ACTION_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type ActionMethod = (typeof ACTION_METHODS)[number];

export const PARAMETER_TYPES = ["string", "number", "boolean"] as const;
export type ParameterType = (typeof PARAMETER_TYPES)[number];

/** Of one assistant. */
export const MAX_ACTIONS = 10;
export const MAX_HEADERS = 10;
export const MAX_PARAMETERS = 12;

/** Characters. */
export const ACTION_LENGTHS = {
  name: 60,
  description: 500,
  url: 500,
  headerName: 60,
  headerValue: 1_000,
  parameterName: 40,
  parameterDescription: 200,
  value: 500,
} as const;

/** A parameter's name, as in the address and in what is sent. */
export const PARAMETER_NAME = /^[a-zA-Z][a-zA-Z0-9_]*$/;

/** Fields that a booking asks for besides the name and the email address. */
export const MAX_BOOKING_FIELDS = 6;
/** Of free times that are read at once. */
export const CALENDAR_DAYS = 14;

export const MAX_RUNS_PER_CALL = 10;
export const MAX_RUNS_A_DAY = 500;
/** How many runs the page shows, and how many of its own tests an action keeps. */
export const RUNS_SHOWN = 20;
/** How long a visitor's yes can be waited for. */
export const CONFIRM_WITHIN_MINUTES = 5;
export const ACTION_TIMEOUT_SECONDS = 10;
/** How long a visitor waits for the owner's answer. */
export const OWNER_WAIT_SECONDS = 25;
/** Of the link in mail and messengers that leads to the question. */
export const ANSWER_LABEL = "Answer the question";

/**
 * - proposed: waits for the visitor's yes
 * - running: was sent, and has no answer yet
 * - done: the server accepted it
 * - failed: was sent, and did not work
 * - refused: was not sent
 */
export const RUN_STATES = ["proposed", "running", "done", "failed", "refused"] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Why an action was not run, or did not work. */
export const RUN_REASONS = [
  "declined",
  "changed",
  "expired",
  "oneAtATime",
  "invalidValues",
  "switchedOff",
  "callLimit",
  "dayLimit",
  "address",
  "headers",
  "status",
  "redirect",
  "tooLong",
  "notText",
  "noResponse",
  "unreadable",
  "over",
] as const;
export type RunReason = (typeof RUN_REASONS)[number];

/** Every method but GET, unless the owner says otherwise. */
export function changesByDefault(method: ActionMethod): boolean {
  return method !== "GET";
}
