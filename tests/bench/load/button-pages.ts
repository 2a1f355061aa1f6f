/** The talk button's page, as browsers of many visitors ask for it at the app's address. */
import { Agent, get } from "node:http";
import { atPace } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";
import type { Owner } from "./owners.ts";
import type { RunningHark } from "./running-hark.ts";

/** More than are ever on the way at this pace, and a bound for when they pile up. */
const MOST_CONNECTIONS = 500;
const PATIENCE_MS = 30_000;

export async function loadButtonPages(
  { appUrl }: RunningHark,
  owners: readonly Owner[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_CONNECTIONS });
  const pace = { count: perSecond * seconds, perSecond };
  const outcome = await atPace(pace, async (index, dueMs) => {
    const { embedId = "" } = owners[index % owners.length] ?? {};
    const page = await load(`${appUrl}/widget/${embedId}`, agent);
    // Where the functions did not answer in time comes the page that looks up by itself.
    if (!page.includes(' data-assistant="')) throw new Error("The page did not come finished");
    return performance.now() - dueMs;
  });
  agent.destroy();
  return outcome;
}

function load(address: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(address, { agent, timeout: PATIENCE_MS }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text: string) => (body += text));
      response.on("end", () => {
        if (response.statusCode === 200) resolve(body);
        else reject(new Error(`A page was answered ${response.statusCode}`));
      });
      response.on("error", reject);
    });
    request.on("timeout", () => request.destroy(new Error("A page did not come")));
    request.on("error", reject);
  });
}
