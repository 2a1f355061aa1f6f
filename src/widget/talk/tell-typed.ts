import type { VoiceSession } from "../transport/voice-session";
import type { ThreadStore } from "./thread-store";

/** A call is told the newest messages of the conversation. */
const MAX_EARLIER = 20;
/** In characters, for each message. */
const MAX_LENGTH = 1_000;

type Tell = VoiceSession["tell"];

/** Tells a call that has been joined what was typed before, and the answer that is still being written. */
export function tellTyped(thread: ThreadStore | undefined, tell: Tell): void {
  if (thread === undefined) return;
  tell(newestIn(thread, MAX_EARLIER));
  if (thread.state().question?.kind !== "answering") return;
  const stopListening = thread.listen(() => {
    const { question } = thread.state();
    if (question?.kind === "answering") return;
    stopListening();
    // The last two messages are then the question and its answer.
    if (question === null) tell(newestIn(thread, 2));
  });
}

function newestIn(thread: ThreadStore, count: number): Parameters<Tell>[0] {
  const newest = thread.state().messages.slice(-count);
  return newest.map(({ role, text }) => ({ role, content: text.slice(0, MAX_LENGTH) }));
}
