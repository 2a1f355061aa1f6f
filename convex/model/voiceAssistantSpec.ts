import { MAX_CALL_SECONDS } from "../catalog/limits";
import { VOICES, type VoiceId } from "../catalog/voices";

export type SpokenAssistant = {
  name: string;
  systemPrompt: string;
  assistantGoal: string;
  voice: VoiceId;
};

export type Surroundings = {
  /** The tool that looks things up in the knowledge file, if there is one. */
  tool: KnowledgeTool | null;
  webhook: { url: string; secret: string };
  /** Voice ids that replace those of the catalogue, by our voice's id. */
  voiceIds: Partial<Record<string, string>>;
};

/** By its name at the platform, which not every tool there has. */
type KnowledgeTool = { id: string; name: string | null };

/** The platform takes names of at most 40 characters. */
const LONGEST_NAME = 40;

/** An assistant as the voice platform is told it. */
export function voiceAssistantSpec(
  assistant: SpokenAssistant,
  { tool, webhook, voiceIds }: Surroundings,
): object {
  return {
    name: assistant.name.slice(0, LONGEST_NAME),
    firstMessage: `Hello, this is ${assistant.name}. How can I help you?`,
    model: {
      provider: "openai",
      model: "gpt-4.1-mini",
      messages: [{ role: "system", content: instructions(assistant, tool) }],
      ...(tool === null ? {} : { toolIds: [tool.id] }),
    },
    voice: spokenBy(assistant.voice, voiceIds),
    maxDurationSeconds: MAX_CALL_SECONDS,
    endCallPhrases: ["goodbye"],
    server: {
      url: webhook.url,
      headers: { "X-Vapi-Secret": webhook.secret },
      backoffPlan: { type: "exponential", maxRetries: 5, baseDelaySeconds: 1 },
    },
    serverMessages: ["status-update", "end-of-call-report"],
    artifactPlan: { recordingEnabled: true, recordingFormat: "mp3", videoRecordingEnabled: false },
  };
}

function instructions(
  { systemPrompt, assistantGoal }: SpokenAssistant,
  tool: KnowledgeTool | null,
) {
  const parts = [
    systemPrompt,
    `Your goal in this conversation: ${assistantGoal}`,
    "You are talking with a visitor of a website by voice: answer briefly, in plain sentences without lists or markup.",
  ];
  if (tool !== null) {
    // The platform's models use a tool reliably only when the prompt tells them to, by its name.
    const where = tool.name === null ? "your knowledge base" : `the tool ${tool.name}`;
    parts.push(`Look facts up with ${where} before you answer, and say so when it does not know.`);
  }
  return parts.join("\n\n");
}

function spokenBy(id: VoiceId, voiceIds: Surroundings["voiceIds"]) {
  const voice = VOICES.find((candidate) => candidate.id === id) ?? VOICES[0];
  return {
    provider: "11labs",
    voiceId: voiceIds[id] ?? voice.providerVoiceId,
    fallbackPlan: { voices: [{ provider: "vapi", voiceId: voice.fallbackVoiceId }] },
  };
}

/** VOICE_IDS as it stands in the environment; fails saying what is wrong with it. */
export function parseVoiceIds(text: string | null): Surroundings["voiceIds"] {
  if (text === null) return {};
  const parsed = parseJson(text);
  if (isVoiceTable(parsed)) return parsed;
  const example = '{"jessica":"<voice id>"}';
  throw new Error(`VOICE_IDS must be JSON from our voice ids to the provider's, like ${example}`);
}

function isVoiceTable(value: unknown): value is Surroundings["voiceIds"] {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).every(
    ([id, voiceId]) => VOICES.some((voice) => voice.id === id) && typeof voiceId === "string",
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
