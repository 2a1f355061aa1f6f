/** Short calls without a result, which every business gets. */
import { parseLines } from "./conversation.ts";
import type { CallContext, Conversation } from "./conversation.ts";

type Ending = Pick<Conversation, "summary"> & { endedReason: string; text: string };

const ENDINGS: readonly [Ending, ...Ending[]] = [
  {
    summary: "The visitor said nothing, and the call was ended.",
    endedReason: "silence-timed-out",
    text: `Are you still there?`,
  },
  {
    summary: "The visitor pressed the button by mistake.",
    endedReason: "customer-ended-call",
    text: `> Oh, sorry, wrong button.
      No problem. Goodbye!`,
  },
  {
    summary: "The visitor was interrupted and will call again later.",
    endedReason: "customer-ended-call",
    text: `> Hi, I wanted to — one moment, there's somebody at the door.
      Take your time.
      > I'll call again later.`,
  },
  {
    summary: "The visitor asked whether this is a machine, and left.",
    endedReason: "customer-ended-call",
    text: `> Wait, is this a robot?
      I'm a virtual assistant. I can take down your question, and somebody will call you back.
      > No, thanks.`,
  },
  {
    summary: "The visitor hung up at once.",
    endedReason: "customer-ended-call",
    text: "",
  },
];

export function shortConversation({ random }: CallContext, hello: string): Conversation {
  const { text, ...ending } = random.pick(ENDINGS);
  return {
    ...ending,
    lines: parseLines(`${hello}\n${text}`),
    isSuccessful: false,
    mood: "neutral",
  };
}

/** The microphone was silent. */
export const UNHEARD_REASON = "call.in-progress.error-assistant-did-not-receive-customer-audio";
/** Nobody joined: the page was closed while it connected. */
export const UNJOINED_REASON = "customer-did-not-answer";
