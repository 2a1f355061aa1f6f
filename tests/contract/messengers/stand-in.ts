/** The messengers' stand-in for the cases of a file, and requests to it. */
import { afterEach } from "vitest";
import { EXAMPLES } from "@hark/messengers-stand-in/addresses";
import { startMessengers } from "@hark/messengers-stand-in";
import { opened } from "../../opened.ts";

const ADDRESSES = {
  slack: EXAMPLES.slack,
  teams: EXAMPLES.teams,
  discord: EXAMPLES.discord,
  telegram: `https://api.telegram.org/bot${EXAMPLES.telegramToken}/sendMessage`,
};

export interface Said {
  status: number;
  text: string;
  retryAfter: string | null;
}

export function withStandIn(vendor: keyof typeof ADDRESSES) {
  const at = opened(() => startMessengers({ port: 0 }));
  const page = (path: string) => `${at().pageUrl}/${path}`;
  afterEach(async () => {
    await fetch(page("faults"), { method: "DELETE" });
    await fetch(page("messages"), { method: "DELETE" });
  });
  const postTo = async (address: string, body: unknown): Promise<Said> => {
    const { pathname, search } = new URL(address);
    const answer = await fetch(at().url + pathname + search, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const retryAfter = answer.headers.get("Retry-After");
    return { status: answer.status, text: await answer.text(), retryAfter };
  };
  return {
    url: () => at().url,
    pageUrl: () => at().pageUrl,
    address: ADDRESSES[vendor],
    postTo,
    post: (body: unknown) => postTo(ADDRESSES[vendor], body),
    async fail(fault: object): Promise<number> {
      const body = JSON.stringify({ vendor, ...fault });
      return (await fetch(page("faults"), { method: "POST", body })).status;
    },
    async messages(): Promise<{ text: string; links: string[]; channel: string }[]> {
      const answer = await fetch(page("messages"));
      return ((await answer.json()) as { messages: never[] }).messages;
    },
  };
}
