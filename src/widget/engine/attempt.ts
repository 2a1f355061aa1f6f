/** One attempt at a call, from the press to the end. It opens and releases the microphone and the session. */
import type { MessageCode } from "../../../convex/shared/talkButtonLanguages/en";
import type { TranscriptPart } from "../../lib/widget-protocol";
import type { CallEvent } from "../state/call-event";
import type { Message } from "../state/message";
import { NotSignedIn } from "../transport/backend";
import { logFailedStart } from "../transport/log-failed-start";
import type { CallAnswer } from "../transport/request-call";
import type { WebCall } from "../transport/voice-client";
import type { SessionListener, VoiceSession } from "../transport/voice-session";
import type { Microphone, MicrophoneResult } from "./microphone";
import type { CheckResult } from "./start-checks";

export interface AttemptParts {
  check(): Promise<CheckResult>;
  isMicrophoneGranted(): Promise<boolean>;
  openMicrophone(): Promise<MicrophoneResult>;
  requestCall(): Promise<CallAnswer>;
  /** Prepares at once, and joins when the call is created. */
  joinCall(call: Promise<WebCall>, listener: SessionListener): VoiceSession;
  dispatch(event: CallEvent): void;
  onTranscript(part: TranscriptPart): void;
  /** Called if a check or the microphone refuses, which the visitor or the owner can fix. */
  onRefused(message: Message): void;
}

export interface Attempt {
  /** Called when the assistant is listening. */
  joined(): void;
  /** Resolves when another call may begin. Undefined if there was no session. */
  end(): Promise<void> | undefined;
}

/** From the request of the call. Loading the call machine alone takes up to three attempts, three seconds apart. */
const CONNECT_TIMEOUT_MS = 30_000;

export function startAttempt(parts: AttemptParts, lastCallLeft: Promise<void>): Attempt {
  let hasEnded = false;
  const isOver = () => hasEnded;
  let microphone: Microphone | null = null;
  let session: VoiceSession | null = null;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  let join: (call: WebCall) => void = () => undefined;
  const call = new Promise<WebCall>((resolve) => (join = resolve));

  /** Ignores events after the attempt's end. */
  function dispatch(event: CallEvent): void {
    if (!isOver()) parts.dispatch(event);
  }
  const fail = (message: Message) => dispatch({ kind: "failed", message });
  const failWith = (code: MessageCode) => fail({ kind: "code", code });

  const listener: SessionListener = {
    onActive: () => dispatch({ kind: "joined" }),
    onEnded: () => dispatch({ kind: "ended" }),
    onFailed: failWith,
    onWarning: (code) => dispatch({ kind: "warned", code }),
    onTranscript: (part) => parts.onTranscript(part),
  };

  async function start(): Promise<void> {
    const checked = await parts.check();
    if (checked.kind === "refused") {
      refuse(checked.message);
      return;
    }
    // If the browser has to ask for the microphone, the call is requested only afterwards, because the visitor may refuse.
    const isGranted = await parts.isMicrophoneGranted();
    if (isOver()) return;
    const early = isGranted ? requestCall() : null;
    early?.catch(() => undefined);
    const opened = await parts.openMicrophone();
    if (opened.kind === "refused") {
      refuse(opened.message);
      return;
    }
    microphone = opened.microphone;
    if (isOver()) {
      releaseMicrophone();
      return;
    }
    handleAnswer(await (early ?? requestCall()));
  }

  /** Prepares the session while the call is requested. */
  async function requestCall(): Promise<CallAnswer> {
    deadline = setTimeout(failWith, CONNECT_TIMEOUT_MS, "no_answer");
    const ready = lastCallLeft.then(() => {
      if (!isOver()) session = parts.joinCall(call, listener);
    });
    const [answer] = await Promise.all([parts.requestCall(), ready]);
    return answer;
  }

  function handleAnswer(answer: CallAnswer): void {
    if (isOver()) return;
    switch (answer.kind) {
      case "created":
        join(answer.call);
        break;
      case "consentNeeded":
        dispatch(answer);
        break;
      case "refused":
        fail(answer.message);
        break;
      default:
        answer satisfies never;
    }
  }

  function refuse(message: Message): void {
    if (isOver()) return;
    fail(message);
    parts.onRefused(message);
  }

  function releaseMicrophone(): void {
    microphone?.release();
    microphone = null;
  }

  // Asynchronously, so that the view shows "connecting" first, even if a check refuses at once.
  Promise.resolve()
    .then(start)
    .catch((error: unknown) => {
      // An ended session is no fault. Any other error is a request that failed on the network.
      const hasSessionEnded = error instanceof NotSignedIn;
      if (!isOver() && !hasSessionEnded) logFailedStart(error);
      failWith(hasSessionEnded ? "session_ended" : "offline");
    });

  return {
    joined() {
      clearTimeout(deadline);
      // The call has opened the microphone itself.
      releaseMicrophone();
    },
    end() {
      hasEnded = true;
      clearTimeout(deadline);
      releaseMicrophone();
      return session?.close().catch(() => undefined);
    },
  };
}
