/** What the visitor has to be told: a code, for which the view chooses the text when it draws the button. */
import type {
  MessageCode,
  MessageParams,
  ParamCode,
} from "../../../convex/shared/talkButtonLanguages/en";

export type Message =
  | { kind: "code"; code: MessageCode }
  | MessageWithParams
  /** Written by the server: the owner's own words, or a message that is newer than this script. */
  | { kind: "text"; text: string; shortText: string };

export type MessageWithParams<Code extends ParamCode = ParamCode> = {
  [Each in Code]: { kind: "codeWithParams"; code: Each; params: MessageParams[Each] };
}[Code];
