/** Visitors' calls by the whole path, for tests in which the platform's reports are lost or reordered. */
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../../convex/_generated/api";
import { isListening, joinRoom } from "../../contract/voice/room-client.ts";
import { fetchPageToken } from "../../fixtures/page-token.ts";
import { createAssistant, openVoice, postCall } from "../voice-world.ts";
import type { Minted, VoiceWorld } from "../voice-world.ts";
import { eventually } from "../../eventually.ts";
import type { Owner, World } from "../world.ts";
import { followUp } from "../talk.ts";
import type { Assistant } from "../talk.ts";

export type Reporting = "deliver" | "hold" | "drop" | "double" | "jumble";

export interface Telephone {
  /** Creates an assistant that visitors can call while its owner's plan allows it. */
  install(owner: Owner): Promise<Assistant>;
  /** Makes a call; null if it is refused. */
  talk(assistant: Assistant, seconds: number): Promise<string | null>;
  setReporting(how: Reporting): Promise<void>;
  /** Delivers reports again, and lets the product ask for lost ones. */
  recover(): Promise<void>;
  /** The calls' durations by the platform's clock. */
  secondsOf(callIds: string[]): Promise<number>;
  close(): Promise<void>;
}

interface PlatformState {
  webhooks: { id: number; state: string }[];
}

export async function openTelephone(world: World): Promise<Telephone> {
  const opened = await openVoice(world);
  const voice = opened.world;
  const recover = async () => {
    await voice.control("webhooks", { mode: "deliver" });
    await voice.advance(HOUR_MS);
    await followUp(voice);
  };
  return {
    async install(owner) {
      const assistant = await createAssistant(owner);
      const { assistantId } = assistant;
      await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
      return assistant;
    },
    async talk({ embedId }, seconds) {
      const pageToken = await fetchPageToken(voice.siteUrl, embedId);
      const answer = await postCall(voice, embedId, embedId, { pageToken });
      if (!answer.ok) return null;
      const call = (await answer.json()) as Minted;
      const room = await joinRoom(call.webCallUrl);
      // Otherwise nobody has joined, and the call ends after a minute.
      await room.waitFor(isListening);
      await voice.advance(seconds * 1000);
      room.leave();
      await eventually(async () => (await atPlatform(voice, call.id)).status === "ended");
      await voice.settle();
      return call.id;
    },
    async setReporting(how) {
      if (how === "jumble") {
        await jumble(voice);
        return;
      }
      const isDoubled = how === "double";
      const mode = isDoubled ? "deliver" : how;
      await voice.control("webhooks", { mode, copies: isDoubled ? 2 : 1 });
    },
    recover,
    async secondsOf(callIds) {
      const calls = await Promise.all(callIds.map((id) => atPlatform(voice, id)));
      return calls.reduce(
        (sum, { startedAt, endedAt }) => sum + secondsFrom(startedAt, endedAt),
        0,
      );
    },
    close: () => opened.close(),
  };
}

const HOUR_MS = 3_600_000;

/** Delivers held reports, newest first. */
async function jumble(voice: VoiceWorld): Promise<void> {
  const { webhooks } = (await voice.controlState()) as PlatformState;
  const held = webhooks.filter(({ state }) => state === "held").map(({ id }) => id);
  await voice.control("webhooks/release", { ids: held.reverse() });
}

async function atPlatform(voice: VoiceWorld, callId: string) {
  const { body } = await voice.atPlatform(`/call/${callId}`);
  return body as { status: string; startedAt?: string; endedAt?: string };
}

/** A call without a participant has no start time. */
function secondsFrom(startedAt: string | undefined, endedAt: string | undefined): number {
  if (startedAt === undefined) return 0;
  return Math.round((Date.parse(must(endedAt, "end")) - Date.parse(startedAt)) / 1000);
}
