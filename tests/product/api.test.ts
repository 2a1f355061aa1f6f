import { beforeAll, expect, test } from "vitest";
import { ask, newKey } from "./api-client.ts";
import { SILENT_PLATFORM, talk, voicedAssistant } from "./talk.ts";
import { onEachBackend } from "./world.ts";

onEachBackend((world) => {
  beforeAll(() => world().setVariables(SILENT_PLATFORM));

  test("with a key a program reads what its owner has", async () => {
    const owner = await world().signUp();
    const assistant = await voicedAssistant(world(), owner);
    const { callId } = await talk(world(), owner, assistant, 20);
    const key = await newKey(owner);
    const { status, body } = await ask(world(), "/assistants", key);
    expect([status, body]).toMatchObject([
      200,
      { data: [{ id: assistant.assistantId, name: "Ada" }], nextCursor: null },
    ]);
    const calls = await ask(world(), "/calls", key);
    expect(calls.body).toMatchObject({ data: [{ id: callId }] });
    expect((await ask(world(), `/calls/${callId}`, key)).body).toMatchObject({ id: callId });
    const outcomes = await ask(world(), "/outcomes", key);
    expect([outcomes.status, outcomes.body]).toEqual([200, { data: [], nextCursor: null }]);
    expect((await ask(world(), "/openapi.json", null)).status).toBe(200);
      JSON.stringify((await ask(world(), "/openapi.json", null)).body, null, 1).slice(0, 6000),
    );
  });
});
