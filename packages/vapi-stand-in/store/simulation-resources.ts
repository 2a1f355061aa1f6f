/** Simulations in the shapes of the API: a run, its items, and what comes of them. */
import type {
  AssistantConfig,
  AssistantOverrides,
  Resource,
  StructuredOutput,
  TypedMessage,
} from "./resources.ts";

export type Comparator = "=" | "!=" | ">" | "<" | ">=" | "<=";
export type Primitive = string | number | boolean;

export interface EvaluationPlanItem {
  structuredOutput: StructuredOutput;
  comparator: Comparator;
  value: Primitive;
  required?: boolean;
}

export interface Scenario {
  name: string;
  instructions: string;
  evaluations: EvaluationPlanItem[];
  targetOverrides?: AssistantOverrides;
  toolMocks?: { toolName: string; result?: string; enabled?: boolean }[];
}

export interface Personality {
  name: string;
  assistant: AssistantConfig;
}

export interface SimulationEntry {
  type: "simulation";
  name?: string;
  scenario: Scenario;
  personality: Personality;
}

export interface SimulationTarget {
  type: "assistant";
  assistantId?: string;
  assistant?: AssistantConfig;
}

export interface NewSimulationRun {
  simulations: SimulationEntry[];
  target: SimulationTarget;
  iterations?: number;
  transport: { provider: "vapi.webchat" | "vapi.websocket" };
}

export interface SimulationRun extends Resource, NewSimulationRun {
  iterations: number;
  status: "queued" | "running" | "ended";
  queuedAt: string;
  startedAt?: string;
  endedAt?: string;
}

export type ItemStatus = "queued" | "running" | "evaluating" | "passed" | "failed" | "canceled";

export interface EvaluationResult {
  structuredOutputId: string;
  name: string;
  description?: string;
  schema: StructuredOutput["schema"];
  extractedValue: Primitive | null;
  expectedValue: Primitive;
  comparator: Comparator;
  passed: boolean;
  required: boolean;
  error?: string;
}

interface Suggestion {
  issue: string;
  suggestion: string;
}

export interface Improvements {
  analysis: string;
  systemPromptSuggestions: Suggestion[];
  toolSuggestions: Suggestion[];
  scenarioSuggestions: Suggestion[];
  suggestedSystemPrompt?: string;
}

export interface SimulatedCall {
  transcript: string;
  messages: TypedMessage[];
  recordingUrl?: string;
}

export interface LatencyMetrics {
  turnCount: number;
  /** In milliseconds, of a conversation by voice. */
  avgTurn?: number;
}

/** One conversation of a run: one simulation, one iteration. */
export interface SimulationRunItem extends Resource {
  simulationId: string;
  runId: string;
  status: ItemStatus;
  iterationNumber: number;
  queuedAt: string;
  startedAt?: string;
  completedAt?: string;
  failedAt?: string;
  canceledAt?: string;
  failureReason?: string;
  /** The session of a conversation in text. */
  sessionId?: string;
  /** The call of a conversation by voice. */
  callId?: string;
  metadata: {
    assistant: AssistantConfig;
    scenario: Scenario;
    personality: Personality;
    simulation: { name?: string };
    call?: SimulatedCall;
  };
  results?: {
    evaluations: EvaluationResult[];
    passed: boolean;
    latencyMetrics: LatencyMetrics;
  };
  improvementSuggestions?: Improvements;
  configurations: { transport: NewSimulationRun["transport"] };
}

export interface GeneratedScenarios {
  scenarios: {
    name: string;
    instructions: string;
    category: "happy_path" | "edge_case" | "failure_mode";
    reasoning: string;
  }[];
  coverageNotes: string;
}
