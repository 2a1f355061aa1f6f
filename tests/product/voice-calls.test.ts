import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { MESSAGES, REFUSALS } from "../../convex/shared/messages";
import { SERVER_MESSAGES } from "../../convex/assistants/voiceAssistantSpec";
import { callExposure } from "../../convex/vendors/vapiExposure";
import { anyAddress } from "../any-address.ts";
import { ownedBy } from "./owned.ts";
import { joinRoom } from "../contract/voice/room-client.ts";
import type { HeardMessage } from "../contract/voice/room-client.ts";
import { newAssistant } from "./samples.ts";
import { followUp, WEBHOOK_SECRET } from "./talk.ts";
import {
  beginTestCall,
  createAssistant,
  onEachVoiceBackend,
  postCall,
  statusOfNewest,
} from "./voice-world.ts";
import { eventually } from "../eventually.ts";
import { uploadFile } from "./upload.ts";

const { listCalls, getCallDetails, callTotals } = api.calls;
const MINUTE_MS = 60_000;

const isAnswer = ({ type, role }: HeardMessage) => type === "transcript" && role === "assistant";

onEachVoiceBackend((world) => {
  async function ownerWithAssistant() {
    const owner = await world().signUp();
    return { owner, assistant: await createAssistant(owner) };
  }

  test("an owner's test call is created by us, held by the platform, and stored with its recording", async () => {
    const { owner, assistant } = await ownerWithAssistant();
    const { call, room } = await beginTestCall(world(), owner, assistant);
    expect(await world().atPlatform(`/call/${call.id}`)).toMatchObject({
      body: {
        assistantId: assistant.voiceAssistantId,
        assistantOverrides: { maxDurationSeconds: 600 },
      },
    });
    room.say({ type: "add-message", message: { role: "user", content: "When do you open?" } });
    await world().advance(75_000);
    room.leave();
    await eventually(async () => (await statusOfNewest(owner)) === "ended");
    await eventually(async () => {
      const [newest] = await owner.action(listCalls, {});
      const details = newest && (await owner.action(getCallDetails, { callId: newest.id }));
      return typeof details?.recordingUrl === "string";
    });
    const [newest] = await owner.action(listCalls, {});
    expect(newest).toMatchObject({ endedReason: "customer-ended-call", isTest: true });
    const totals = await owner.query(callTotals, {});
    expect(totals.seconds).toBeGreaterThanOrEqual(75);
    expect(totals.seconds).toBeLessThan(90);
  });

  // T20: docs/security.md
  test("the browser learns what it needs to join, and no more", async () => {
    const { owner, assistant } = await ownerWithAssistant();
    const answer = await postCall(world(), await owner.token(), assistant.embedId);
    expect(answer.status).toBe(201);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
    const body = (await answer.json()) as object;
    expect(Object.keys(body).sort()).toEqual(
      ["artifactPlan", "assistant", "id", "webCallUrl"].filter((key) => key in body),
    );
    expect(JSON.stringify(body)).not.toContain("bakery");
  });

  // T19, T23: docs/security.md
  test("nothing that a browser sends changes the assistant or the maximum duration of a call", async () => {
    const { owner, assistant } = await ownerWithAssistant();
    const overrides = {
      firstMessage: "from the browser",
      maxDurationSeconds: 43_200,
      model: { provider: "openai", model: "from the browser", messages: [] },
      variableValues: { page: "from the browser" },
      metadata: { callId: "from the browser" },
    };
    const answer = await postCall(world(), await owner.token(), assistant.embedId, {
      ...overrides,
      assistant: overrides,
      assistantOverrides: overrides,
      page: { url: "https://shop.example/", title: "from the browser" },
    });
    expect(answer.status).toBe(201);
    const { id, webCallUrl } = (await answer.json()) as { id: string; webCallUrl: string };
    const { body } = await world().atPlatform(`/call/${id}`);
    expect(body).toMatchObject({ assistantId: assistant.voiceAssistantId });
    expect(body.assistantOverrides).toEqual({
      ...callExposure({ hasPublicKey: true }),
      maxDurationSeconds: 600,
      metadata: { callId: expect.any(String) as string },
      serverMessages: [...SERVER_MESSAGES],
    });
    expect(JSON.stringify(body)).not.toContain("from the browser");
    // The next tests need its slot.
    (await joinRoom(webCallUrl)).leave();
    await eventually(async () => (await statusOfNewest(owner)) === "ended");
  });

  test("a page of any origin may request a call", async () => {
    const answer = await fetch(`${world().siteUrl}/call/web`, { method: "OPTIONS" });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("Access-Control-Allow-Headers")).toContain("Authorization");
  });

  // T18: docs/security.md
  test("a request without the owner's session or a live assistant's embed ID is refused", async () => {
    const { assistant } = await ownerWithAssistant();
    const other = await world().signUp();
    const { embedId } = assistant;
    const statuses = await Promise.all(
      [
        [null, embedId],
        ["expired", embedId],
        [embedId, embedId],
        [await other.token(), embedId],
        [embedId, undefined],
      ].map(async ([bearer = null, args]) => (await postCall(world(), bearer, args)).status),
    );
    expect(statuses).toEqual([401, 401, 404, 404, 400]);
  });

  // T18: docs/security.md
  test("an ID with half a surrogate pair names no assistant and causes no server error", async () => {
    const half = String.raw`{"assistantId":"\ud800","bearer":"\ud800","embedId":"\ud800"}`;
    const answers = [];
    for (const path of ["/call/web", "/call/page-token"]) {
      const answer = await fetch(world().siteUrl + path, { method: "POST", body: half });
      answers.push([answer.status, ((await answer.json()) as { message: string }).message]);
    }
    expect(answers).toEqual([
      [400, REFUSALS.noAssistantNamed],
      [400, REFUSALS.noAssistantNamed],
    ]);
  });

  // T97: docs/security.md
  test("an endlessly nested report is refused, even with the secret", async () => {
    const message = `${"[".repeat(40_000)}${"]".repeat(40_000)}`;
    const answer = await fetch(`${world().siteUrl}/vapi`, {
      method: "POST",
      headers: { "X-Vapi-Secret": WEBHOOK_SECRET },
      body: `{"message":{"call":{"id":"a"},"type":"end-of-call-report","deep":${message}}}`,
    });
    expect(answer.status).toBe(400);
  });

  test("the visitor's token may be in the body or in the header", async () => {
    const { assistant } = await ownerWithAssistant();
    const { embedId } = assistant;
    const statuses = await Promise.all(
      [{ bearer: embedId }, { bearer: "another" }, { bearer: null }, {}].map(async (shown) => {
        const body = JSON.stringify({ assistantId: embedId, ...shown });
        return (await fetch(`${world().siteUrl}/call/web`, { method: "POST", body })).status;
      }),
    );
    expect(statuses).toEqual([404, 401, 401, 401]);
  });

  // T18: docs/security.md
  test("a page of any origin can read why there is no call, even after a server error", async () => {
    const { owner, assistant } = await ownerWithAssistant();
    const { embedId } = assistant;
    const refusals = [
      await postCall(world(), null, embedId),
      await postCall(world(), "expired", embedId),
      await postCall(world(), embedId, embedId),
      await postCall(world(), embedId, 1),
    ];
    await world().setVariables({ VAPI_PRIVATE_KEY: "" });
    refusals.push(await postCall(world(), await owner.token(), embedId));
    await world().setVariables({ VAPI_PRIVATE_KEY: world().platform.privateKey });
    expect(
      refusals.map(({ status, headers }) => [status, headers.get("Access-Control-Allow-Origin")]),
    ).toEqual([401, 401, 404, 400, 500].map((status) => [status, "*"]));
    expect(await refusals.at(-1)?.json()).toMatchObject({ message: MESSAGES.somethingWrong });
  });

  test("a second concurrent call is told that the assistant is busy", async () => {
    const { owner, assistant } = await ownerWithAssistant();
    const { room } = await beginTestCall(world(), owner, assistant);
    const second = await postCall(world(), await owner.token(), assistant.embedId);
    expect(second.status).toBe(429);
    expect(await second.json()).toMatchObject({ code: "busy", message: MESSAGES.linesBusy });
    room.leave();
    await eventually(async () => (await statusOfNewest(owner)) === "ended");
  });

  test("if all of the platform's lines are in use, the visitor is told so", async () => {
    const { owner, assistant } = await ownerWithAssistant();
    await world().control("concurrency-limit", { limit: 0 });
    const answer = await postCall(world(), await owner.token(), assistant.embedId);
    await world().control("concurrency-limit", { limit: 10 });
    expect(answer.status).toBe(429);
    expect(await answer.json()).toMatchObject({ code: "busy", message: MESSAGES.linesBusy });
    expect(await owner.action(listCalls, {})).toEqual([]);
  });

  test("if the platform fails, nothing of the call remains", async () => {
    // Earlier tests have used up this address's requests for the minute.
    await world().advance(MINUTE_MS);
    const { owner, assistant } = await ownerWithAssistant();
    await world().control("faults", { method: "POST", path: "/call/web", status: 500 });
    const answer = await postCall(world(), await owner.token(), assistant.embedId);
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ message: MESSAGES.voicePlatformFailed });
    expect(await owner.action(listCalls, {})).toEqual([]);
    expect(await owner.query(callTotals, {})).toMatchObject({ calls: 0 });
  });

  // T22: docs/security.md
  test("one address cannot call without pause", async () => {
    // Earlier tests have used some of this address's requests too.
    await world().advance(MINUTE_MS * 2);
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => {
        const embedId = crypto.randomUUID();
        return postCall(world(), embedId, embedId);
      }),
    );
    const statuses = new Set(answers.map((answer) => answer.status));
    expect(statuses).toEqual(new Set([404, 429]));
    await world().advance(MINUTE_MS * 2);
  });

  // T22: docs/security.md
  test("one button cannot be pressed without pause", async () => {
    const owner = await world().signUp();
    const { embedId } = newAssistant();
    await owner.mutation(api.assistants.createAssistant, { ...newAssistant(), embedId });
    const args = { embedId, ownerId: owner.userId };
    const press = () =>
      world().inside.mutation(internal.calls.reservation.reserve, {
        ...args,
        address: anyAddress(),
      });
    const answers = await Promise.all(Array.from({ length: 40 }, press));
    const codes = new Set(answers.map((answer) => "code" in answer && answer.code));
    expect(codes).toEqual(new Set(["not_configured", "too_many_requests"]));
  });

  test("a missing report is fetched, and its call counts once", async () => {
    const { owner, assistant } = await ownerWithAssistant();
    const { call, room } = await beginTestCall(world(), owner, assistant);
    await world().control("webhooks", { mode: "drop" });
    await world().advance(30_000);
    room.leave();
    await eventually(async () => {
      const { body } = await world().atPlatform(`/call/${call.id}`);
      return body.status === "ended";
    });
    expect(await statusOfNewest(owner)).toBe("in-progress");
    await world().advance(12 * MINUTE_MS);
    await followUp(world());
    await eventually(async () => (await statusOfNewest(owner)) === "ended");
    const { seconds, endedCalls } = await owner.query(callTotals, {});
    expect(endedCalls).toBe(1);
    expect(seconds).toBeGreaterThanOrEqual(30);
    expect(seconds).toBeLessThan(60);
  });

  test("a call shows what its assistant looked up in the knowledge file", async () => {
    const owner = await world().signUp();
    const knowledgeFileId = await uploadFile(owner, "Our opening hours are seven to six.");
    const file = { knowledgeFileId, knowledgeFileName: "hours.txt" };
    const assistant = await createAssistant(owner, file);
    await eventually(async () => {
      const files = await world().rows("knowledgeFiles");
      const { platformFileId } = must(
        files.find((one) => one.storageId === knowledgeFileId),
        "the file",
      );
      const { body } = await world().atPlatform(`/file/${platformFileId}`);
      return body.status === "done";
    });
    const { room } = await beginTestCall(world(), owner, assistant);
    await room.waitFor(isAnswer);
    room.received.length = 0;
    const question = "What are your opening hours?";
    room.say({ type: "add-message", message: { role: "user", content: question } });
    await room.waitFor(isAnswer);
    room.leave();
    // The report comes after the message that the call has ended.
    await eventually(async () => {
      const [newest] = await owner.action(listCalls, {});
      return newest?.exchangeCount === 3;
    });
    const [newest] = await owner.action(listCalls, {});
    expect(newest?.lookups).toEqual([question]);
  });

  // T50: docs/security.md
  test("the calls of a deleted account are deleted at the platform too, and an ongoing one is ended", async () => {
    const { owner, assistant } = await ownerWithAssistant();
    const { call, room } = await beginTestCall(world(), owner, assistant);
    await owner.mutation(api.account.deleteAccount, {});
    await room.closed;
    await world().settle();
    expect(await world().atPlatform(`/call/${call.id}`)).toMatchObject({ status: 404 });
    expect(await ownedBy(world(), owner.userId)).toEqual({});
  });
});
