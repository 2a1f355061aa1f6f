import { EventEmitter, once } from "node:events";
import type { Browser, CDPSession } from "@playwright/test";
import { must } from "@hark/stand-in-kit/must";

/** The browser's own protocol with one page: https://chromedevtools.github.io/devtools-protocol/ */
export interface Session {
  send: CDPSession["send"];
  on(
    event: "Page.lifecycleEvent",
    told: (event: { name: string; timestamp: number }) => void,
  ): unknown;
}

export interface PlainPage extends Session {
  close(): Promise<void>;
}

interface Message {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

/**
 * An empty page with a cache of its own, as nobody is there to drive it. Playwright's pages have a world for its scripts and
 * a console in every document, which is work on the main thread, and more of it where a frame is: it lets go of a page that
 * is of none of its contexts.
 */
export async function openPlainPage(
  browser: Browser,
  size: { width: number; height: number },
): Promise<PlainPage> {
  const session = await browser.newBrowserCDPSession();
  const { browserContextId } = await session.send("Target.createBrowserContext");
  const { targetId } = await session.send("Target.createTarget", {
    url: "about:blank",
    browserContextId,
    newWindow: true,
    ...size,
  });
  // Within this session's messages, since those of another one would be Playwright's to read.
  const { sessionId } = await session.send("Target.attachToTarget", { targetId, flatten: false });
  const events = new EventEmitter();
  session.on("Target.receivedMessageFromTarget", (received) => {
    const message = JSON.parse(received.message) as Message;
    if (message.id === undefined) events.emit(must(message.method, "its name"), message.params);
    else events.emit(answerTo(message.id), message);
  });
  let asked = 0;
  const send = async (method: string, params: object = {}) => {
    const id = (asked += 1);
    const answered = once(events, answerTo(id)) as Promise<[Message]>;
    const message = JSON.stringify({ id, method, params });
    await session.send("Target.sendMessageToTarget", { sessionId, message });
    const [{ result, error }] = await answered;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  await send("Runtime.evaluate", { expression: IDLE, awaitPromise: true });
  return {
    send: send as CDPSession["send"],
    on: (event, told) => events.on(event, told),
    async close() {
      await session.send("Target.disposeBrowserContext", { browserContextId });
      await session.detach();
    },
  };
}

const answerTo = (id: number) => `answer to ${id}`;

/** What the start of a process leaves to be done is nothing of the page that comes then. */
const IDLE = "new Promise((resolve) => requestIdleCallback(() => resolve()))";
