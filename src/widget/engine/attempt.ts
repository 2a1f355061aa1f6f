/** One attempt at a call, from the press to the end. It holds the microphone and the session, and lets both go. */
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
  /** Gets ready at once, and joins when there is a call. */
  joinCall(call: Promise<WebCall>, listener: SessionListener): VoiceSession;
  dispatch(event: CallEvent): void;
  onTranscript(part: TranscriptPart): void;
  /** A check or the microphone, which the visitor or the owner can mend. */
  onRefused(message: Message): void;
}

export interface Attempt {
  /** The other side listens. */
  joined(): void;
  /** Resolves when another call may begin; undefined when there was no session. */
  end(): Promise<void> | undefined;
}

/** From when the call is requested. Its machine alone takes three tries, three seconds apart, to load. */
const CONNECT_WITHIN_MS = 30_000;

export function startAttempt(parts: AttemptParts, lastCallLeft: Promise<void>): Attempt {
  let hasEnded = false;
  const isOver = () => hasEnded;
  let microphone: Microphone | null = null;
  let session: VoiceSession | null = null;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  let join: (call: WebCall) => void = () => undefined;
  const call = new Promise<WebCall>((resolve) => (join = resolve));

  /** What an older attempt still reports is of no interest. */
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
    // A visitor who is still being asked may say no, so no call is requested yet.
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
    take(await (early ?? requestCall()));
  }

  /** What the call needs besides gets ready meanwhile. */
  async function requestCall(): Promise<CallAnswer> {
    deadline = setTimeout(failWith, CONNECT_WITHIN_MS, "no_answer");
    const ready = lastCallLeft.then(() => {
      if (!isOver()) session = parts.joinCall(call, listener);
    });
    const [answer] = await Promise.all([parts.requestCall(), ready]);
    return answer;
  }

  function take(answer: CallAnswer): void {
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

  // The view hears of the state first, and so draws that it connects even where the checks refuse at once.
  Promise.resolve()
    .then(start)
    .catch((error: unknown) => {
      if (!isOver()) logFailedStart(error);
      // Any other error is a request that reached nobody.
      failWith(error instanceof NotSignedIn ? "session_ended" : "offline");
    });

  return {
    joined() {
      clearTimeout(deadline);
      // The call has opened it for itself.
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
