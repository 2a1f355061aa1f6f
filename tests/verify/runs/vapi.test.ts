import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startVoicePlatform } from "../../../local/voice/voice-platform.ts";
import type { VoicePlatform } from "../../../local/voice/voice-platform.ts";
import type { CaseResult } from "../record.ts";
import { openRuns } from "./verify.ts";
import type { Runs } from "./verify.ts";

let runs: Runs;
let voice: VoicePlatform;
beforeAll(async () => {
  runs = await openRuns();
  const dataFolder = path.join(runs.folder, "voice");
  voice = await startVoicePlatform({ dataFolder, port: 0, recognizer: "none" });
});
afterAll(async () => {
  await voice.close();
  await runs.close();
});

const voiceKeys = () => ({ VAPI_PRIVATE_KEY: voice.privateKey, VAPI_API_URL: voice.url });

async function atVapi(kind: string): Promise<{ id: string }[]> {
  const headers = { Authorization: `Bearer ${voice.privateKey}` };
  return (await (await fetch(`${voice.url}/${kind}`, { headers })).json()) as { id: string }[];
}

test("Vapi judges its cases, no call is made without being asked for, and nothing is left", async () => {
  const { code, said } = await runs.verify(voiceKeys(), ["--yes"]);
  expect(said).toContain("No call is made");
  const ofVapi = ({ file }: CaseResult) => /voice|vapi/.test(file);
  const run = (await runs.results()).filter(ofVapi);
  expect(run.filter(({ result }) => result === "failed")).toEqual([]);
  expect([code, run.filter(({ result }) => result === "passed").length > 30]).toEqual([0, true]);
  expect(await atVapi("call")).toEqual([]);

  const calling = await runs.verify(voiceKeys(), ["--yes", "--calls", "--only", "[C1] a web call"]);
  expect([calling.code, calling.said]).toEqual([
    0,
    expect.stringContaining("less than five cents"),
  ]);
  for (const kind of ["assistant", "file?purpose=assistant", "tool", "call"])
    expect(await atVapi(kind)).toEqual([]);
});

test("what a broken run has left at Vapi is removed by its mark, and nothing else", async () => {
  const make = async (metadata: object) => {
    const body = JSON.stringify({ name: "Rosie", metadata });
    const headers = {
      Authorization: `Bearer ${voice.privateKey}`,
      "Content-Type": "application/json",
    };
    await fetch(`${voice.url}/assistant`, { method: "POST", headers, body });
  };
  await make({ harkVerify: "hark-verify-2026-01-31-abc" });
  await make({ theirs: "1" });
  const { said } = await runs.verify(voiceKeys(), ["--clean"]);
  expect(said).toContain("Vapi: removed 1 things that were left.");
  expect(await atVapi("assistant")).toMatchObject([{ metadata: { theirs: "1" } }]);
});
