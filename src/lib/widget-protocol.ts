/** What the talk button's frame and the page around it say to each other; docs/embedding.md is the reference. */

export type Phase = "idle" | "connecting" | "active";

/** A part of the conversation in words; what is not final yet is replaced by the next one. */
export interface Line {
  role: "assistant" | "user";
  text: string;
  isFinal: boolean;
}

export type FromHost =
  /** Asks to be kept informed; with `showsMessages`, the frame leaves showing texts to the page. */
  | { hark: "connect"; showsMessages?: boolean }
  | { hark: "start" }
  | { hark: "stop" }
  /** Where the visitor is; passed on only if the assistant's owner wants it. */
  | { hark: "page"; url: string; title: string };

export type FromFrame =
  | { hark: "state"; state: Phase }
  | ({ hark: "transcript" } & Line)
  /** What the visitor should know, or null when there is nothing any more; of a notice, to which the next press agrees. */
  | { hark: "message"; text: string | null; notice?: { link: NoticeLink | null } };

/** To the privacy page of the website. */
export interface NoticeLink {
  url: string;
  words: string;
}

export interface ButtonEvents {
  state: Phase;
  transcript: Line;
  message: string | null;
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
  add(embedId: string, options?: { captions?: boolean }): EmbeddedButton;
}

export function isFromHost(data: unknown): data is FromHost {
  return isNamed(data, ["connect", "start", "stop", "page"] satisfies FromHost["hark"][]);
}

/** Who calls this has made sure that it is the frame who speaks. */
export function isFromFrame(data: unknown): data is FromFrame {
  return isNamed(data, ["state", "transcript", "message"] satisfies FromFrame["hark"][]);
}

function isNamed(data: unknown, names: unknown[]): boolean {
  return typeof data === "object" && data !== null && "hark" in data && names.includes(data.hark);
}
