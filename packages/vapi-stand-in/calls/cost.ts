/** The cost of a call or a chat in dollars: invented prices of a realistic size, always the same for the same usage. */
import type { Cost, CostBreakdown } from "../store/resources.ts";

export interface Consumption {
  seconds: number;
  /** Of transcribed speech of the visitor. */
  recognizedSeconds: number;
  spokenCharacters: number;
  promptTokens: number;
  completionTokens: number;
}

const PLATFORM_PER_MINUTE = 0.05;
const RECOGNITION_PER_MINUTE = 0.01;
const SPEECH_PER_CHARACTER = 0.000_05;
const PROMPT_PER_TOKEN = 0.000_000_4;
const COMPLETION_PER_TOKEN = 0.000_001_6;
const PRICE_OF_CHAT = 0.005;
const CHARACTERS_PER_TOKEN = 4;

export interface CallCost {
  cost: number;
  costs: Cost[];
  costBreakdown: CostBreakdown;
}

export interface CostedCall {
  model: { provider: string; model: string };
  voice: { provider: string; voiceId: string };
  transport: "daily" | "vapi.websocket";
}

export function costOf(used: Consumption, { model, voice, transport }: CostedCall): CallCost {
  const minutes = round(used.seconds / 60);
  const recognizedMinutes = round(used.recognizedSeconds / 60);
  const stt = round(recognizedMinutes * RECOGNITION_PER_MINUTE);
  const tts = round(used.spokenCharacters * SPEECH_PER_CHARACTER);
  const llm = modelCost(used);
  const vapi = round(minutes * PLATFORM_PER_MINUTE);
  const total = round(stt + tts + llm + vapi);
  const { promptTokens, completionTokens, spokenCharacters } = used;
  return {
    cost: total,
    costs: [
      { type: "transport", provider: transport, minutes, cost: 0 },
      {
        type: "transcriber",
        transcriber: { provider: "local" },
        minutes: recognizedMinutes,
        cost: stt,
      },
      { type: "model", model, promptTokens, completionTokens, cost: llm },
      { type: "voice", voice, characters: spokenCharacters, cost: tts },
      { type: "vapi", subType: "normal", minutes, cost: vapi },
    ],
    costBreakdown: {
      transport: 0,
      stt,
      llm,
      tts,
      vapi,
      total,
      llmPromptTokens: promptTokens,
      llmCompletionTokens: completionTokens,
      ttsCharacters: spokenCharacters,
    },
  };
}

/** A chat costs its model and a fixed price. */
export function chatCostOf(
  { promptTokens, completionTokens }: Pick<Consumption, "promptTokens" | "completionTokens">,
  model: CostedCall["model"],
): Pick<CallCost, "cost" | "costs"> {
  const llm = modelCost({ promptTokens, completionTokens });
  return {
    cost: round(llm + PRICE_OF_CHAT),
    costs: [
      { type: "model", model, promptTokens, completionTokens, cost: llm },
      { type: "chat", cost: PRICE_OF_CHAT },
    ],
  };
}

function modelCost(used: Pick<Consumption, "promptTokens" | "completionTokens">): number {
  return round(used.promptTokens * PROMPT_PER_TOKEN + used.completionTokens * COMPLETION_PER_TOKEN);
}

export function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

function round(dollars: number): number {
  return Math.round(dollars * 1e6) / 1e6;
}
