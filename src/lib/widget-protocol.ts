/** The messages between the talk button's frame and its host page. The reference is docs/embedding.md. */

import type { PageAction, PageAnswer, PageUse } from "../../convex/shared/pageActions";
import type { WidgetColor, WidgetIcon, WidgetSize } from "../../convex/shared/looks";

export type Theme = "system" | "light" | "dark";

export type Phase = "idle" | "connecting" | "active";

/** A part of the transcript. The next one replaces it until it is final. */
export interface TranscriptPart {
  role: "assistant" | "user";
  text: string;
  isFinal: boolean;
}

export type FromHost =
  /**
   * Subscribes to the frame's messages. With `showsMessages` the page shows the texts itself, and with `givesTokens` the
   * frame asks the page for a token before a call. With `opensPanel` it makes room for a panel in which visitors type.
   */
  | { hark: "connect"; showsMessages?: boolean; givesTokens?: boolean; opensPanel?: boolean }
  | { hark: "start" }
  | { hark: "stop" }
  /** The page that the visitor is on. Passed on only if the assistant's owner wants it. */
  | { hark: "page"; url: string; title: string }
  /** What the page's code says about the visitor. */
  | { hark: "facts"; facts: PageFacts }
  /** What the page's code lets the assistant do. */
  | { hark: "actions"; actions: PageAction[] }
  /** What came of an action. With `isOnPage` the visitor has to see the page for it. */
  | ({ hark: "acted"; isOnPage: boolean } & PageAnswer)
  /** A token that the page's own server has signed, for the next call. Null if the page could not get one. */
  | { hark: "token"; token: string | null }
  /** Only from the dashboard, to the frame in which an owner tests an assistant. */
  | ({ hark: "unsaved" } & Unsaved);

export type FromFrame =
  | { hark: "state"; state: Phase }
  | ({ hark: "transcript" } & TranscriptPart)
  /** A message for the visitor, or null to remove it. With `notice`, the next press agrees to the text. */
  | { hark: "message"; text: string | null; notice?: { link: NoticeLink | null } }
  /** The reason why a call was refused, for the developer of the page. */
  | ({ hark: "error" } & CallError)
  /** A call needs a token. */
  | { hark: "token" }
  /** The panel needs room, or needs none any more. */
  | { hark: "panel"; isOpen: boolean }
  /** The assistant wants the page to do something, in a call or in writing. */
  | ({ hark: "action"; isInCall: boolean } & PageUse)
  /** The answer for which the page did something is complete. */
  | { hark: "answered" };

/** The settings in the owner's form, saved or not. */
export interface Unsaved {
  /** What a typed conversation shows. The greeting is null if the assistant waits for the visitor. */
  name: string;
  greeting: string | null;
  /** The dashboard's. */
  theme: Theme;
  look: { widgetColor: WidgetColor; widgetIcon: WidgetIcon; widgetSize: WidgetSize };
  /** Our server checks them. Null if nothing is unsaved. */
  settings: object | null;
}

/** The server's answer to a call that it refused. docs/embedding.md lists the codes. */
export interface CallError {
  code: string;
  message: string;
}

/** By name. */
export type PageFacts = Record<string, string | number | boolean>;

/** What a page lets the assistant do, by name. Null takes an action back. */
export type GivenActions = Record<string, OwnAction | Record<string, string> | GivenForm | null>;

/** An action that the page's own code does. */
interface OwnAction {
  /** When the assistant should use it, and what it does. */
  description: string;
  /** A text is the description of one that is a text. */
  parameters?: Record<string, string | OwnParameter>;
  /** A question to the visitor, who has to say yes by a press before it runs. For everything that counts. */
  asks?: string;
  /** What it returns is told to the assistant. */
  run(values: PageUse["values"], page: PageState): unknown;
}

interface OwnParameter {
  type?: "string" | "number" | "boolean";
  description: string;
  options?: string[];
  optional?: boolean;
}

/** For the built-in action `fillForm`. The others have a list: what there is, and in words what it is. */
interface GivenForm {
  /** A CSS selector. */
  form: string;
  /** What belongs into the fields, by their names. */
  fields: Record<string, string>;
}

/** What an action knows besides its values. */
export interface PageState {
  /** Leaving the page would end the call. */
  isInCall: boolean;
  /** Does something when the assistant has answered. Not in a call. */
  afterAnswer: (act: () => void) => void;
  /** Closes the panel on a phone, where it covers the page. */
  showPage: () => void;
}

/** A token, or a function that gets one from the page's own server. */
export type TokenSource = string | (() => string | Promise<string>);

/** A link to the privacy page of the website. */
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

/** A button that the embed script has added to its page. */
export interface EmbeddedButton {
  readonly state: Phase;
  start(): void;
  stop(): void;
  /** Returns a function that removes the listener. */
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

/** `window.Hark`, which the embed script defines. */
interface Hark {
  /**
   * Tells assistants something about the visitor, for the next conversation. Null removes what was told under that name.
   * Throws if a value is something else.
   */
  set(facts: Record<string, PageFacts[string] | null>): void;
  /**
   * Lets assistants do something on the page, in conversations that begin after it. The promise is rejected with what is
   * wrong with an action, and what was offered before stays.
   */
  actions(given: GivenActions): Promise<void>;
  /** Adds a button, or returns the one that is there. */
  add(embedId: string, options?: { captions?: boolean; token?: TokenSource }): EmbeddedButton;
}

export function isFromHost(data: unknown): data is FromHost {
  return isNamed(data, [
    "connect",
    "start",
    "stop",
    "page",
    "facts",
    "actions",
    "acted",
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
    "panel",
    "action",
    "answered",
  ] satisfies FromFrame["hark"][]);
}

function isNamed(data: unknown, names: unknown[]): boolean {
  return typeof data === "object" && data !== null && "hark" in data && names.includes(data.hark);
}
