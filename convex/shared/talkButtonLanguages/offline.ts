/** Apart from the rest of English, which loads with the script of a call: these can be needed without that script. */
import type { Wording } from "../talkButtonTexts";

export const OFFLINE = [
  "The connection failed. Please check your network and try again.",
  "No connection",
] as const satisfies Wording;

export const CONNECTION_LOST = [
  "The connection was lost. Please try again.",
  "Connection lost",
] as const satisfies Wording;

/** For owners who test. */
export const SESSION_ENDED = [
  "Please sign in again to test your assistant.",
  "Please sign in",
] as const satisfies Wording;

export const NO_ANSWER = [
  "The assistant did not answer. Please try again.",
  "No answer",
] as const satisfies Wording;
