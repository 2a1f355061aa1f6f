/** What the dashboard's pages subscribe to, as a browser is seen to do it, so that it cannot become another list. */
import { chromium } from "@playwright/test";
import type { Page, WebSocket } from "@playwright/test";
import { browserArguments, findBrowser, thisMachine } from "../../browser.ts";
import { keepSession } from "../../fixtures/session-token.ts";
import type { OwnerClient } from "../../fixtures/owner-client.ts";
import type { RunningHark } from "./running-hark.ts";

export interface PageQuery {
  udfPath: string;
  args: Record<string, unknown>;
}

/** A page asks for more once it has some: by then it has all. */
const SETTLED_AFTER_MS = 3_000;

export async function queriesOf(
  hark: RunningHark,
  { tokens }: OwnerClient,
  paths: readonly string[],
): Promise<PageQuery[][]> {
  const executablePath = await findBrowser(thisMachine((line) => console.log(line)));
  const browser = await chromium.launch({ executablePath, args: browserArguments() });
  try {
    const context = await browser.newContext();
    await keepSession(await context.newPage(), hark, tokens);
    const all: PageQuery[][] = [];
    for (const path of paths) {
      all.push(await queriesOfPage(await context.newPage(), hark.appUrl + path));
    }
    return all;
  } finally {
    await browser.close();
  }
}

async function queriesOfPage(page: Page, address: string): Promise<PageQuery[]> {
  const wanted = new Map<number, PageQuery>();
  page.on("websocket", (socket) => follow(socket, wanted));
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForTimeout(SETTLED_AFTER_MS);
  if (page.url() !== address) throw new Error(`${address} led to ${page.url()}`);
  await page.close();
  return [...wanted.values()];
}

interface Modification {
  type: "Add" | "Remove";
  queryId: number;
  udfPath: string;
  args: [Record<string, unknown>];
}

/** The client's messages, in get-convex/convex-js, src/browser/sync/protocol.ts. */
function follow(socket: WebSocket, wanted: Map<number, PageQuery>): void {
  socket.on("framesent", ({ payload }) => {
    const message = JSON.parse(String(payload)) as {
      type: string;
      modifications: Modification[];
    };
    if (message.type !== "ModifyQuerySet") return;
    for (const { type, queryId, udfPath, args } of message.modifications) {
      if (type === "Remove") wanted.delete(queryId);
      else wanted.set(queryId, { udfPath, args: args[0] });
    }
  });
}
