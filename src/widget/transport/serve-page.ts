/**
 * Asks our server, in a call or while an answer is written, what the assistant wants the page around to do, lets the page do
 * it, and says what came of it. Only for pages that offer something.
 */
import { SECOND_MS } from "../../../convex/shared/durations";
import {
  PAGE_ACTIONS_PATH,
  PAGE_WAIT_SECONDS,
  type PageAnswer,
  type PageUse,
} from "../../../convex/shared/pageActions";
import type { HostLink } from "../frame/host-link";
import type { AnswerEvent } from "./send-message";

export interface ServedPage {
  siteUrl: string;
  embedId: string;
  /** The token of the conversation. */
  thread: string;
  isInCall: boolean;
  host: Pick<HostLink, "heard" | "send">;
  /** Closes a panel that covers the page. */
  closePanel: () => void;
  /** Opens it on the page that the assistant opens, so that the conversation goes on there. */
  reopenPanel: () => void;
}

/** As in the panel's style. */
const PHONE = "(max-device-width: 480px), (max-device-height: 480px)";
const ASK_EVERY_MS = 600;
/** The assistant waits a little longer. */
const PAGE_TIMEOUT_MS = (PAGE_WAIT_SECONDS - 1) * SECOND_MS;
const LOOK_EVERY_MS = 50;

/** Returns a function that ends it. What the page is doing then is still reported. */
export function servePage(served: ServedPage): () => void {
  let isOver = false;
  void serve(served, () => isOver);
  return () => {
    isOver = true;
  };
}

/** Until the answer is complete. The token of a new conversation comes with its first event. */
export async function* whileServed(
  served: Omit<ServedPage, "thread">,
  thread: string | null,
  events: AsyncIterable<AnswerEvent>,
): AsyncGenerator<AnswerEvent, void, undefined> {
  let end = thread === null ? null : servePage({ ...served, thread });
  try {
    for await (const event of events) {
      if (event.kind === "thread") end ??= servePage({ ...served, thread: event.thread });
      yield event;
    }
  } finally {
    end?.();
  }
}

async function serve(served: ServedPage, isOver: () => boolean): Promise<void> {
  let answer: PageAnswer | null = null;
  let hasActed = false;
  while (!isOver() || answer !== null) {
    const use = await nextUse(served, answer);
    answer = use === null ? null : await perform(served, use);
    if (answer === null) await wait(ASK_EVERY_MS);
    else hasActed = true;
  }
  if (hasActed) served.host.send({ hark: "answered" });
}

/** Null if there is nothing to do, or no answer. */
async function nextUse(
  { siteUrl, embedId: assistantId, thread }: ServedPage,
  answer: PageAnswer | null,
): Promise<PageUse | null> {
  const body = JSON.stringify({ assistantId, thread, answer });
  return await fetch(siteUrl + PAGE_ACTIONS_PATH, { method: "POST", body })
    .then(async (response) => {
      if (!response.ok) return null;
      return ((await response.json()) as { use: PageUse | null }).use;
    })
    .catch(() => null);
}

async function perform(
  { host, isInCall, closePanel, reopenPanel }: ServedPage,
  use: PageUse,
): Promise<PageAnswer> {
  if (use.name === "openPage") reopenPanel();
  host.send({ hark: "action", isInCall, ...use });
  for (let waitedMs = 0; waitedMs < PAGE_TIMEOUT_MS; waitedMs += LOOK_EVERY_MS) {
    const { acted } = host.heard;
    if (acted?.id === use.id) {
      // A page's code can send anything.
      const { isDone, text, isOnPage }: { isDone: unknown; text: unknown; isOnPage: unknown } =
        acted;
      if (isOnPage === true && window.matchMedia(PHONE).matches) closePanel();
      return { id: use.id, isDone: isDone === true, text: String(text) };
    }
    await wait(LOOK_EVERY_MS);
  }
  return { id: use.id, isDone: false, text: "The page did not say whether it was done." };
}

async function wait(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
