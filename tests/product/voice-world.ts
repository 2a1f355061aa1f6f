/** A world with the voice platform: its stand-in on the world's clock, with its webhooks. */
import { afterEach } from "vitest";
import { startVoicePlatform } from "@hark/vapi-stand-in";
import type { VoicePlatform } from "@hark/vapi-stand-in";
import type { LocalRecognizer } from "@hark/vapi-stand-in/hearing/recognizer";
import { api } from "../../convex/_generated/api";
import type { Conversation } from "../../convex/shared/conversation";
import type { Finding } from "../../convex/shared/findings";
import type { Id } from "../../convex/_generated/dataModel";
import { joinRoom } from "../contract/voice/room-client.ts";
import type { RoomClient } from "../contract/voice/room-client.ts";
import { voiceJudge } from "../judges/voice.ts";
import { newAssistant } from "./samples.ts";
import { WEBHOOK_SECRET } from "./talk.ts";
import type { Assistant } from "./talk.ts";
import { eventually } from "../eventually.ts";
import { opened } from "../opened.ts";
import { onEachBackend } from "./world.ts";
import type { Owner, World } from "./world.ts";
import { removeFolder, temporaryFolder } from "../temporary-folder.ts";

export interface VoiceWorld extends World {
  platform: VoicePlatform;
  /** Requests a path of the platform with its private key. */
  atPlatform(path: string): Promise<{ status: number; body: Record<string, unknown> }>;
  control(path: string, body: object): Promise<void>;
  /** Faults, calls and webhooks from its control API. */
  controlState(): Promise<unknown>;
}

/** Runs the same tests on each backend, with their own voice platform. */
export function onEachVoiceBackend(define: (world: () => VoiceWorld) => void): void {
  onEachBackend((world) => {
    const voice = opened(() => openVoice(world()));
    const current = () => voice().world;
    afterEach(async () => {
      // Faults of one test must not affect the next.
      await current().control("faults/clear", {});
      await current().control("webhooks", { mode: "deliver" });
      await current().settle();
    });
    define(current);
  });
}

export async function openVoice(world: World, recognizer: LocalRecognizer = "none") {
  const dataFolder = await temporaryFolder("voice");
  const platform = await startVoicePlatform({
    dataFolder,
    port: 0,
    clock: world.clock,
    recognizer,
    witness: voiceJudge({ isStrict: true }),
  });
  await world.setVariables({
    VAPI_API_URL: platform.url,
    VAPI_PRIVATE_KEY: platform.privateKey,
    VAPI_PUBLIC_KEY: platform.publicKey,
    VAPI_WEBHOOK_SECRET: WEBHOOK_SECRET,
    TRIAL_KEYS: "a-key-of-the-tests",
  });
  const token = { "X-Control-Token": platform.controlToken };
  const voice: VoiceWorld = {
    ...world,
    platform,
    async atPlatform(route) {
      const headers = { Authorization: `Bearer ${platform.privateKey}` };
      const answer = await fetch(platform.url + route, { headers });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    async control(action, body) {
      const answer = await fetch(`${platform.url}/_control/${action}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...token },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${action}: ${await answer.text()}`);
    },
    async controlState() {
      const answer = await fetch(`${platform.url}/_control/state`, { headers: token });
      return (await answer.json()) as unknown;
    },
  };
  return {
    world: voice,
    async close() {
      await world.settle();
      await platform.close();
      await removeFolder(dataFolder);
    },
  };
}

type Content = Partial<ReturnType<typeof newAssistant>> & {
  knowledgeFileId?: Id<"_storage">;
  knowledgeFileName?: string;
  findings?: Finding[];
  talk?: Conversation;
};

/** Creates an assistant as the form does. */
export async function createAssistant(
  owner: Owner,
  changes: Content = {},
): Promise<Assistant & { voiceAssistantId: string }> {
  const assistant = { ...newAssistant(), ...changes };
  const { embedId, widgetColor, widgetIcon, widgetSize, ...spoken } = assistant;
  const voiceAssistantId = await owner.action(api.assistants.createVoiceAssistant, spoken);
  const created = { ...assistant, voiceAssistantId };
  const assistantId = await owner.mutation(api.assistants.createAssistant, created);
  return { assistantId, embedId, voiceAssistantId };
}

export interface Minted {
  id: string;
  webCallUrl: string;
}

/** Starts a call as the voice SDK does. */
export async function postCall(
  world: World,
  bearer: string | null,
  assistantId: unknown,
  page: object = {},
): Promise<Response> {
  return await fetch(`${world.siteUrl}/call/web`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify({ assistantId, ...page }),
  });
}

/** Starts and joins a test call of the owner. */
export async function beginTestCall(
  world: World,
  owner: Owner,
  { embedId }: Pick<Assistant, "embedId">,
): Promise<{ call: Minted; room: RoomClient }> {
  const answer = await postCall(world, await owner.token(), embedId);
  if (!answer.ok) throw new Error(await answer.text());
  const call = (await answer.json()) as Minted;
  const room = await joinRoom(call.webCallUrl);
  await eventually(async () => (await statusOfNewest(owner)) === "in-progress");
  return { call, room };
}

export async function statusOfNewest(owner: Owner): Promise<string | null> {
  const [newest] = await owner.action(api.calls.listCalls, {});
  return newest?.status ?? null;
}
