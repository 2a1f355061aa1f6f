import { EventEmitter, once } from "node:events";
import type { Browser, CDPSession } from "@playwright/test";
import { must } from "@hark/stand-in-kit/must";

/** A DevTools session with one page: https://chromedevtools.github.io/devtools-protocol/ */
export interface Session {
  send: CDPSession["send"];
  on(
    event: "Page.lifecycleEvent",
    listener: (event: { name: string; timestamp: number }) => void,
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
 * Opens an empty page with its own cache that Playwright does not control. Playwright adds an isolated world and a
 * console binding to every document and frame, which is work on the main thread.
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
  // Not flat, because Playwright would read the messages of a flat session.
  const { sessionId } = await session.send("Target.attachToTarget", { targetId, flatten: false });
  const events = new EventEmitter();
  session.on("Target.receivedMessageFromTarget", (received) => {
    const message = JSON.parse(received.message) as Message;
    if (message.id === undefined) events.emit(must(message.method, "its name"), message.params);
    else events.emit(answerTo(message.id), message);
  });
  let lastId = 0;
  const send = async (method: string, params: object = {}) => {
    const id = (lastId += 1);
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
    on: (event, listener) => events.on(event, listener),
    async close() {
      await session.send("Target.disposeBrowserContext", { browserContextId });
      await session.detach();
    },
  };
}

const answerTo = (id: number) => `answer to ${id}`;

/** Waits until the new renderer is idle, so that its start is not measured. */
const IDLE = "new Promise((resolve) => requestIdleCallback(() => resolve()))";
