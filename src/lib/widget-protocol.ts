/** The messages between the talk button's frame and the page around it; docs/embedding.md is the reference. */

import type { WidgetColor, WidgetIcon, WidgetSize } from "../../convex/shared/looks";

export type Phase = "idle" | "connecting" | "active";

/** A part of the transcript. The next one replaces it until it is final. */
export interface TranscriptPart {
  role: "assistant" | "user";
  text: string;
  isFinal: boolean;
}

export type FromHost =
  /**
   * Asks to be kept informed; with `showsMessages`, the frame leaves showing texts to the page, and with `givesTokens` it
   * asks the page for a token before a call.
   */
  | { hark: "connect"; showsMessages?: boolean; givesTokens?: boolean }
  | { hark: "start" }
  | { hark: "stop" }
  /** Where the visitor is; passed on only if the assistant's owner wants it. */
  | { hark: "page"; url: string; title: string }
  /** What the page's own server has signed, for the next call; null when the page could not get one. */
  | { hark: "token"; token: string | null }
  /** From the dashboard alone, to the frame in which an owner tries an assistant out. */
  | ({ hark: "unsaved" } & Unsaved);

export type FromFrame =
  | { hark: "state"; state: Phase }
  | ({ hark: "transcript" } & TranscriptPart)
  /** What the visitor should know, or null when there is nothing any more; of a notice, to which the next press agrees. */
  | { hark: "message"; text: string | null; notice?: { link: NoticeLink | null } }
  /** Why a call was refused, for whoever develops the page. */
  | ({ hark: "error" } & CallError)
  /** A call needs a token. */
  | { hark: "token" };

/** What the owner's form holds and is not saved. */
export interface Unsaved {
  look: { widgetColor: WidgetColor; widgetIcon: WidgetIcon; widgetSize: WidgetSize };
  /** Our server checks them. Null: the call goes by what is saved. */
  settings: object | null;
}

/** What the server said when it refused a call; docs/embedding.md lists the codes. */
export interface CallError {
  code: string;
  message: string;
}

/** Or a function that gets one from the page's own server. */
export type TokenSource = string | (() => string | Promise<string>);

/** To the privacy page of the website. */
export interface NoticeLink {
  url: string;
  words: string;
}

export interface ButtonEvents {
  state: Phase;
  transcript: TranscriptPart;
  message: string | null;
  error: CallError;
}

/** A button that the one-line script has put on its page. */
export interface EmbeddedButton {
  readonly state: Phase;
  start(): void;
  stop(): void;
  /** Returns what ends the listening. */
  on<Name extends keyof ButtonEvents>(
    name: Name,
    listener: (value: ButtonEvents[Name]) => void,
  ): () => void;
  /** Ends the call and takes the button off the page. */
  remove(): void;
}

declare global {
  interface Window {
    Hark?: Hark;
  }
}

/** What that script gives to its page, as `window.Hark`. */
interface Hark {
  /** Adds a button, or returns the one that is there. */
  add(embedId: string, options?: { captions?: boolean; token?: TokenSource }): EmbeddedButton;
}

export function isFromHost(data: unknown): data is FromHost {
  return isNamed(data, [
    "connect",
    "start",
    "stop",
    "page",
    "token",
    "unsaved",
  ] satisfies FromHost["hark"][]);
}

/** The caller makes sure that the message comes from the frame. */
export function isFromFrame(data: unknown): data is FromFrame {
  return isNamed(data, [
    "state",
    "transcript",
    "message",
    "error",
    "token",
  ] satisfies FromFrame["hark"][]);
}

function isNamed(data: unknown, names: unknown[]): boolean {
  return typeof data === "object" && data !== null && "hark" in data && names.includes(data.hark);
}
