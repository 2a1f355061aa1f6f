/** Talk buttons of earlier releases, which stay open on websites, can use today's HTTP routes (README.md). */
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../../convex/_generated/api";
import { fetchPageToken } from "../../fixtures/page-token.ts";
import { HOUR_MS, onEachBillingBackend, onTrial } from "../money/billing-world.ts";
import { createAssistant, openVoice } from "../voice-world.ts";
import { type PageRequest, readContract, readRequests, releaseOf } from "./contract.ts";

/** What the page reads of each answer. */
const ANSWERS: Record<string, [status: number, ...fields: string[]]> = {
  "/call/page-token": [200, "pageToken"],
  "/call/web": [201, "webCallUrl", "pageToken", "thread"],
  "/chat": [200, "thread", "delta", "left"],
  "/conversation/field": [200, "field", "proposal", "slip", "details"],
  "/conversation/message": [200],
  "/conversation/page": [200, "use"],
  "/conversation/rating": [200],
  // Nothing was done of which there would be a slip.
  "/conversation/slip": [404, "code", "message"],
};

const RELEASES = readdirSync(import.meta.dirname)
  .map(releaseOf)
  // Its requests were not recorded.
  .filter((release) => release !== null && release !== "0.1.0");

onEachBillingBackend((world) => {
  let voice: Awaited<ReturnType<typeof openVoice>> | undefined;
  beforeAll(async () => {
    voice = await openVoice(world());
  });
  afterAll(() => voice?.close());

  /** Sends the requests in turn, and continues the conversation that the answers name. */
  async function replay(requests: PageRequest[], more: object = {}): Promise<void> {
    const { owner } = await onTrial(world(), "PRO");
    const { assistantId, embedId } = await createAssistant(owner);
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    let thread = "";
    for (const { method, path, body } of requests) {
      await world().advance(HOUR_MS / 60);
      const pageToken = must(await fetchPageToken(world().siteUrl, embedId), "page token");
      const values = { "{embedId}": embedId, "{pageToken}": pageToken, "{thread}": thread };
      const text = Object.entries({ ...values, "{messagePass}": "" }).reduce(
        (filled, [name, value]) => filled.replaceAll(name, value),
        JSON.stringify({ ...body, ...more }),
      );
      const response = await fetch(world().siteUrl + path, { method, body: text });
      const answer = await response.text();
      const [status, ...fields] = must(ANSWERS[path], path);
      expect([path, response.status, answer]).toEqual([path, status, answer]);
      for (const field of fields) expect(answer).toContain(`"${field}":`);
      thread = /"thread":"([^"]+)"/.exec(answer)?.[1] ?? thread;
    }
  }

  test("every request of today's talk button is answered as the page expects", async () => {
    const requests = await readRequests();
    expect(new Set(requests.map(({ path }) => path))).toEqual(new Set(Object.keys(ANSWERS)));
    await replay(requests);
  });

  test("a talk button of a later release may send more than today's functions know", async () => {
    await replay(await readRequests(), { addedLater: { isNew: true } });
  });

  test.each(RELEASES)("every request of a talk button of %s is answered", async (release) => {
    const { requests } = await readContract(must(release, "release"));
    await replay(must(requests, "requests"));
  });
});
