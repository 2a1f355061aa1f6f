/** What is wrong with an action. */
import { ACTION_LENGTHS, MAX_ACTIONS, MAX_HEADERS, MAX_PARAMETERS } from "./actions";

export const ACTION_REFUSALS = {
  nameMissing: "Please name the action.",
  nameTooLong: `The name can have at most ${ACTION_LENGTHS.name} characters.`,
  descriptionMissing: "Please say when the assistant should use the action.",
  descriptionTooLong: `The description can have at most ${ACTION_LENGTHS.description} characters.`,
  tooMany: `An assistant can have at most ${MAX_ACTIONS} actions. Delete one first.`,
  gone: "This action no longer exists.",
  notAnAddress: "Please enter the full address, such as https://example.com/orders/{order}.",
  notHttps: "The address must start with https://.",
  port: "The address can only use port 443 or 8443.",
  userInfo: "The address cannot contain a user name or password. Put them into a header.",
  notAName: "The address must use a domain name, not an IP address.",
  notPublic: "This name belongs to a private network, which we cannot reach.",
  tooLong: `The address can have at most ${ACTION_LENGTHS.url} characters.`,
  hostParameter: "A parameter can only stand in the path or after the “?”, not in the host.",
  braces: "Write each parameter in the address as {name}.",
  optionalInPath: "A parameter in the path must be required, because the path needs it.",
  tooManyHeaders: `An action can have at most ${MAX_HEADERS} headers.`,
  headerName: "A header's name has letters, digits and hyphens, such as Authorization.",
  headerForbidden: "This header is set by us. Please remove it.",
  headerTwice: "Two headers have the same name.",
  headerValue: `A header's value has 1 to ${ACTION_LENGTHS.headerValue.toLocaleString("en-US")} letters, digits and signs of the English keyboard.`,
  headerMissing:
    "Please enter the headers' values again. They are kept only as long as the address stays on the same server.",
  tooManyParameters: `An action can have at most ${MAX_PARAMETERS} parameters.`,
  parameterName: `A parameter's name begins with a letter and has letters, digits and underscores, at most ${ACTION_LENGTHS.parameterName}.`,
  parameterTwice: "Two parameters have the same name.",
  notACalendar:
    "Please paste the link of an event type at Cal.com, such as https://cal.com/ada/30min.",
  calendarUnread: "Cal.com did not answer. Please try again in a moment.",
  calendarGone:
    "Cal.com knows no public event type under this link. Open the link in a private window to see whether visitors can book there.",
  calendarFields:
    "This event type asks for more than an assistant can find out. Make its further questions optional at Cal.com.",
  calendarTwice: "The assistant already has this calendar.",
  calendarByLink: "A calendar is added by its link.",
  kindKept: "This action cannot become another kind. Delete it, and add a new one.",
  twice: "The assistant already has this action.",
  answerMissing: "Please write an answer.",
  answerTooLong: `An answer can have at most ${ACTION_LENGTHS.value} characters.`,
  questionGone: "This question is no longer there.",
  parameterDescription: `Please describe each parameter in at most ${ACTION_LENGTHS.parameterDescription} characters.`,
} as const;

export function unknownParameter(name: string): string {
  return `The address uses {${name}}, but there is no such parameter. Add it, or remove it from the address.`;
}

/** What the assistant is told too, so that it can ask again. */
export const VALUE_FAULTS = {
  missing: (name: string) => `${name} is missing.`,
  type: (name: string, type: string) => `${name} must be a ${type}.`,
  tooLong: (name: string) => `${name} can have at most ${ACTION_LENGTHS.value} characters.`,
  email: "email must be an email address.",
  start: "start must be one of the free times, such as 2026-11-30T08:00Z.",
  past: "start is in the past.",
  path: (name: string) => `${name} cannot be "." or "..".`,
} as const;
