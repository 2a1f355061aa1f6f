import { WIDGET_MESSAGES } from "../../convex/shared/messages";
import type { Line } from "../lib/widget-protocol";
import { NotSignedIn } from "./backend";
import { IDLE, nextState, type CallEvent, type CallState, type Notice } from "./call-state";
import type { Agreed, Consent } from "./consent";
import { StartRefused, type Microphone } from "./microphone";
import { VisitorNotVerified } from "./proofs";
import type { VoiceService, WebCall } from "./voice-client";
import type { CallOptions, isMicrophoneGranted, openCall } from "./voice-sdk";
import type { VoiceSession } from "./voice-session";

export interface VoiceSdk {
  isMicrophoneGranted: typeof isMicrophoneGranted;
  mintCall: (
    service: VoiceService,
    embedId: string,
    agreed: Agreed | null,
  ) => Promise<WebCall | Notice | string>;
  openCall: typeof openCall;
}

export interface TalkParts {
  embedId: string;
  /** Null for an owner who tests. */
  consent: Consent | null;
  /** Throws a StartRefused when there can be no call. */
  check(): Promise<void>;
  openMicrophone(): Promise<Microphone>;
  sdk: VoiceSdk;
  /** Asked anew for each call: a session's token is renewed now and then. */
  voiceService(): VoiceService;
  onState(state: CallState): void;
  onLine: (line: Line) => void;
  /** A start that the checks refused. */
  onRefused(text: string): void;
}

export interface Talk {
  press: () => void;
  stop: () => void;
  state: () => CallState;
}

/** From when the call is asked for. Its machine alone takes three tries, three seconds apart, to load. */
const CONNECT_WITHIN_MS = 30_000;

/** Carries out what the state machine decides: one call at a time, and nothing open after it. */
export function createTalk(parts: TalkParts): Talk {
  let state = IDLE;
  let microphone: Microphone | null = null;
  let session: VoiceSession | null = null;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  // The SDK cannot hold two calls at once, not even while one of them is being left.
  let lastCall: Promise<void> = Promise.resolve();

  function dispatch(event: CallEvent): void {
    const before = state;
    state = nextState(before, event);
    if (state === before) return;
    if (state.phase !== "connecting") {
      clearTimeout(deadline);
      releaseMicrophone();
    }
    if (state.phase === "idle") closeSession();
    parts.onState(state);
    if (state.attempt !== before.attempt) void start(state.attempt);
  }

  /** By now the call has opened it for itself, or there is none. */
  function releaseMicrophone(): void {
    microphone?.release();
    microphone = null;
  }

  function closeSession(): void {
    const closing = session?.close();
    session = null;
    if (closing !== undefined) lastCall = closing.catch(() => undefined);
  }

  async function start(attempt: number): Promise<void> {
    const isCurrent = () => state.phase === "connecting" && state.attempt === attempt;
    const { isMicrophoneGranted, mintCall, openCall } = parts.sdk;
    let join: (call: WebCall) => void = () => undefined;
    const joinable = new Promise<WebCall>((resolve) => (join = resolve));
    /** Asks for a call; what it needs besides gets ready meanwhile. */
    const ask = async (): Promise<WebCall | Notice | string> => {
      deadline = setTimeout(
        () => dispatch({ type: "failed", attempt, text: WIDGET_MESSAGES.noAnswer }),
        CONNECT_WITHIN_MS,
      );
      const agreed = parts.consent?.given() ?? null;
      const minted = mintCall(parts.voiceService(), parts.embedId, agreed);
      const ready = lastCall.then(() => {
        if (isCurrent()) session = openCall(optionsOf(attempt, joinable));
      });
      const [call] = await Promise.all([minted, ready]);
      return call;
    };
    try {
      await parts.check();
      // A line is not held for somebody who is still being asked, and may say no.
      const isGranted = await isMicrophoneGranted();
      if (!isCurrent()) return;
      const asked = isGranted ? ask() : null;
      asked?.catch(() => undefined);
      const opened = await parts.openMicrophone();
      if (!isCurrent()) {
        opened.release();
        return;
      }
      microphone = opened;
      const call = await (asked ?? ask());
      if (!isCurrent()) return;
      if (typeof call === "string") dispatch({ type: "failed", attempt, text: call });
      else if ("version" in call) dispatch({ type: "asked", attempt, asks: call });
      else join(call);
    } catch (error) {
      if (!isCurrent()) return;
      const text = startFailureText(error);
      dispatch({ type: "failed", attempt, text });
      if (error instanceof StartRefused) parts.onRefused(text);
    }
  }

  function optionsOf(attempt: number, call: Promise<WebCall>): CallOptions {
    return {
      service: parts.voiceService(),
      call,
      listener: {
        onActive: () => dispatch({ type: "joined", attempt }),
        onEnded: () => dispatch({ type: "ended", attempt }),
        onFailed: (text) => dispatch({ type: "failed", attempt, text }),
        onNotice: (text) => dispatch({ type: "noticed", attempt, text }),
        onLine: parts.onLine,
      },
    };
  }

  /** The press after the notice agrees to it, and starts. */
  function press(): void {
    const { phase, asks, attempt } = state;
    if (asks !== null) parts.consent?.give(asks);
    const wanted = phase === "idle" && asks === null ? parts.consent?.wanted() : null;
    dispatch(wanted == null ? { type: "press" } : { type: "asked", attempt, asks: wanted });
  }

  return {
    press,
    stop: () => dispatch({ type: "stop" }),
    state: () => state,
  };
}

function startFailureText(error: unknown): string {
  if (error instanceof StartRefused) return error.message;
  if (error instanceof NotSignedIn) return WIDGET_MESSAGES.notSignedIn;
  if (error instanceof VisitorNotVerified) return WIDGET_MESSAGES.callFailed;
  // What is left are requests that found nobody.
  return WIDGET_MESSAGES.offline;
}
