/** The read API over HTTP: methods, headers, limits, and malformed requests. */
import { Validator } from "@seriousme/openapi-schema-validator";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { keyHashOf, newKeyText } from "../../convex/publicApi/keyText";
import { sized } from "../soak.ts";
import { callApi, newKey } from "./api-client.ts";
import { SILENT_PLATFORM, voicedAssistant } from "./talk.ts";
import { onEachBackend } from "./world.ts";

type Published = Parameters<Validator["validate"]>[0];

const REQUESTS = sized({ usual: 150, soak: 5_000 });

onEachBackend((world) => {
  beforeAll(() => world().setVariables(SILENT_PLATFORM));

  async function ownerWithKey() {
    const owner = await world().signUp();
    await voicedAssistant(world(), owner);
    return { owner, key: await newKey(owner) };
  }

  test("the API description is valid OpenAPI 3.1, and each operation has its own ID", async () => {
    const { status, headers, body } = await callApi(world(), "/openapi.json", null);
    expect([status, headers.get("Content-Type")]).toEqual([200, "application/json; charset=utf-8"]);
    const validator = new Validator();
    expect(await validator.validate(body as Published)).toEqual({
      valid: true,
    });
    expect(validator.version).toBe("3.1");
    const { paths } = body as { paths: Record<string, { get: { operationId: string } }> };
    expect(Object.values(paths).map(({ get }) => get.operationId)).toEqual([
      ...["listAssistants", "getAssistant", "listCalls", "getCall", "listOutcomes", "getOutcome"],
      "getVersion",
    ]);
  });

  test("an invalid parameter is named in the error", async () => {
    const { key } = await ownerWithKey();
    for (const [path, parameter] of [
      ["/calls?limit=0", "limit"],
      ["/calls?limit=101", "limit"],
      ["/calls?limit=1.5", "limit"],
      ["/calls?limit=", "limit"],
      ["/calls?limit=1e1", "limit"],
      ["/calls?limit=5&limit=6", "limit"],
      ["/calls?from=yesterday", "from"],
      ["/calls?from=2026-13-01", "from"],
      ["/calls?to=2026-11-01T09:00:00", "to"],
      ["/calls?to=0", "to"],
      ["/calls?status=done", "status"],
      ["/outcomes?status=ended", "status"],
      ["/calls?assistant=nonsense", "assistant"],
      ["/outcomes?assistant=%00", "assistant"],
      ["/assistants?assistant=any", "assistant"],
      ["/assistants?cursor=" + "x".repeat(3_000), "cursor"],
      ["/assistants/any?include=everything", "include"],
      ["/calls/any?include=systemPrompt", "include"],
      ["/calls?__proto__=1", "__proto__"],
      ["/calls?constructor=1", "constructor"],
    ] as const) {
      const { status, body } = await callApi(world(), path, key);
      const error = { code: "invalid_parameter", parameter };
      expect([path, status, body]).toMatchObject([path, 400, { error }]);
    }
  });

  test("every resource accepts only reads, and says so", async () => {
    const { key } = await ownerWithKey();
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      for (const path of ["/assistants", "/calls/any", "/openapi.json", "/version"]) {
        const { status, headers, body } = await callApi(world(), path, key, { method });
        const error = { code: "method_not_allowed" };
        expect([status, headers.get("Allow"), body]).toMatchObject([405, "GET, HEAD", { error }]);
      }
    }
    for (const path of ["/", "/nothing", "/calls/", "/calls/a/b", "//calls", "/Calls"]) {
      const { status, body } = await callApi(world(), path, key);
      expect([path, status, body]).toMatchObject([path, 404, { error: { code: "not_found" } }]);
    }
    const head = await callApi(world(), "/assistants", key, { method: "HEAD" });
    const get = await callApi(world(), "/assistants", key);
    expect([head.status, head.body]).toEqual([200, null]);
    expect(head.headers.get("ETag")).toBe(get.headers.get("ETag"));
  });

  // T70: docs/security.md
  test("pages of other origins cannot read a response", async () => {
    const { key } = await ownerWithKey();
    const headers = { Origin: "https://site.example" };
    for (const method of ["GET", "OPTIONS"]) {
      const answer = await callApi(world(), "/assistants", key, { method, headers });
      const names = [...answer.headers.keys()];
      expect(names.filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  });

  test("an unchanged resource is answered with 304", async () => {
    const { owner, key } = await ownerWithKey();
    const first = await callApi(world(), "/assistants", key);
    const mark = must(first.headers.get("ETag"), "ETag");
    expect(first.headers.get("Cache-Control")).toBe("private, no-cache");
    for (const known of [mark, `W/${mark}`, `"other", ${mark}`, "*"]) {
      const headers = { "If-None-Match": known };
      const again = await callApi(world(), "/assistants", key, { headers });
      expect([again.status, again.body]).toEqual([304, null]);
      expect(again.headers.get("ETag")).toBe(mark);
    }
    const [assistant] = await owner.query(api.assistants.listAssistants, {});
    const assistantId = must(assistant, "assistant")._id;
    await owner.mutation(api.assistants.deleteAssistant, { assistantId });
    const headers = { "If-None-Match": mark };
    expect((await callApi(world(), "/assistants", key, { headers })).status).toBe(200);
  });

  // convex/publicApi/internal.test.ts tests the exact limit, and that other keys are not affected.
  test("a key over its rate limit is told how long to wait", async () => {
    const { key } = await ownerWithKey();
    const first = await callApi(world(), "/assistants", key);
    expect(first.headers.get("RateLimit-Policy")).toBe('"key";q=120;w=60');
    expect(first.headers.get("RateLimit")).toBe('"key";r=119;t=1');
    const request = { hash: await keyHashOf(key), network: "192.0.2.1" };
    const use = () => world().inside.mutation(internal.publicApi.admission.admit, request);
    const usedBeside = async () => {
      const [answer] = await Promise.all([callApi(world(), "/assistants", key), ...burst()]);
      return answer;
    };
    const burst = () => Array.from({ length: 40 }, use);
    // Time passes during the test, which restores some requests.
    let answer = await usedBeside();
    while (answer.status !== 429) answer = await usedBeside();
    expect([answer.status, answer.body]).toMatchObject([
      429,
      { error: { code: "too_many_requests" } },
    ]);
    const seconds = Number(answer.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThanOrEqual(1);
    await world().advance(seconds * 1000);
    expect((await callApi(world(), "/assistants", key)).status).toBe(200);
  });

  // T68: docs/security.md
  test("guessed keys are rate-limited by network, whichever keys they are", async () => {
    const from = (address: string) => ({ headers: { "X-Forwarded-For": address } });
    const guess = async (address: string) =>
      (await callApi(world(), "/assistants", newKeyText(), from(address))).status;
    if (!world().knowsAddresses) return;
    const network = "192.0.2.77";
    const guessBeside = (hash: string) =>
      world().inside.mutation(internal.publicApi.admission.admit, { hash, network });
    expect(await guess(network)).toBe(401);
    // Time passes during the test, which restores some requests.
    for (let round = 0; (await guess(network)) !== 429; round++) {
      await Promise.all(Array.from({ length: 200 }, (_, at) => guessBeside(`${round} ${at}`)));
    }
    expect(await guess("192.0.2.78")).toBe(401);
  });

  test("any malformed request gets an error in the documented shape, and none causes a server error", async () => {
    const { key } = await ownerWithKey();
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 30 }),
      fc.constantFrom("..", "%", "\u0000", "-1", "null", "[]", "{id}", "9".repeat(400)),
    );
    const name = fc.oneof(
      fc.constantFrom("limit", "cursor", "assistant", "from", "to", "status", "include"),
      text,
    );
    const request = fc.record({
      collection: fc.constantFrom(
        "assistants",
        "calls",
        "outcomes",
        "openapi.json",
        "version",
        "x",
      ),
      id: fc.option(text),
      query: fc.array(fc.tuple(name, text), { maxLength: 3 }),
      bearer: fc.oneof({ weight: 8, arbitrary: fc.constant(key) }, fc.base64String()),
    });
    const well = (part: string) => encodeURIComponent(part);
    for (const { collection, id, query, bearer } of fc.sample(request, {
      numRuns: REQUESTS,
      seed: 7,
    })) {
      const path = `/${collection}${id === null ? "" : `/${well(id)}`}`;
      const search = query.map(([left, right]) => `${well(left)}=${well(right)}`).join("&");
      const { status, body } = await callApi(world(), `${path}?${search}`, bearer);
      const sent = [path, search, status, body];
      expect([200, 400, 401, 404, 429], JSON.stringify(sent)).toContain(status);
      if (status !== 200)
        expect(body).toMatchObject({ error: { code: expect.any(String) as string } });
      if (status === 429) await world().advance(60_000);
    }
  });
});
