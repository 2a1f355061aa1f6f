/** A message for the visitor. The view chooses the text for its code when it draws the button. */
import type {
  MessageCode,
  MessageParams,
  ParamCode,
} from "../../../convex/shared/talkButtonLanguages/en";

export type Message = Text & {
  /** Set if the visitor may leave a message instead, with which it is sent. */
  messagePass?: string;
};

type Text =
  | { kind: "code"; code: MessageCode }
  | MessageWithParams
  /** A text from the server: the owner's own, or a message that is newer than this script. */
  | { kind: "text"; text: string; shortText: string };

export type MessageWithParams<Code extends ParamCode = ParamCode> = {
  [Each in Code]: { kind: "codeWithParams"; code: Each; params: MessageParams[Each] };
}[Code];
