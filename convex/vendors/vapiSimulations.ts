/** Conversations that the platform's tester holds: https://docs.vapi.ai/observability/simulations-quickstart */
import { fieldsOf, isFields } from "../lib/fields";
import { type Answer, idIn, unlessGone } from "./vapiAnswers";

type SendJson = (what: string, method: string, path: string, body?: object) => Promise<Answer>;

/** A situation that the platform suggests. */
export interface SuggestedScenario {
  name: string;
  instructions: string;
}

/** What the platform would change after a failure. */
export interface Improvements {
  analysis: string;
  /** Sentences for the prompt. */
  suggestions: string[];
}

const RUNS = "/eval/simulation/run";

export function simulations(sendJson: SendJson) {
  return {
    /** Returns the run's id. */
    async startSimulation(run: object): Promise<string> {
      return idIn(await sendJson("start a simulation", "POST", RUNS, run));
    },

    async simulationItems(runId: string): Promise<Answer[]> {
      const path = `${RUNS}/${encodeURIComponent(runId)}/item`;
      const items: unknown = await sendJson("list simulations", "GET", path);
      return Array.isArray(items) ? items.filter(isFields) : [];
    },

    async cancelSimulation(runId: string): Promise<void> {
      const path = `${RUNS}/${encodeURIComponent(runId)}`;
      await unlessGone(sendJson("cancel a simulation", "PATCH", path));
    },

    /**
     * `force` makes the platform think again, and `persist` stores what it thought in the item. The answer's form is not published, so
     * it is read wherever it may be.
     */
    async improvementsFor(runId: string, itemId: string): Promise<Improvements> {
      const item = `${RUNS}/${encodeURIComponent(runId)}/item/${encodeURIComponent(itemId)}`;
      const path = `${item}/generate?force=false&persist=true`;
      const answer = await sendJson("suggest improvements", "POST", path);
      const stored = fieldsOf(answer.improvementSuggestions);
      const { analysis, systemPromptSuggestions } =
        [answer, stored].find((one) => one.analysis !== undefined) ??
        fieldsOf((await sendJson("find a simulation", "GET", item)).improvementSuggestions);
      const list = Array.isArray(systemPromptSuggestions) ? systemPromptSuggestions : [];
      return {
        analysis: asText(analysis),
        suggestions: list
          .map((one) => asText(fieldsOf(one).suggestion))
          .filter((one) => one !== ""),
      };
    },

    async suggestScenarios(assistantId: string): Promise<SuggestedScenario[]> {
      const path = "/eval/simulation/scenario/generate";
      const { scenarios } = await sendJson("suggest scenarios", "POST", path, { assistantId });
      const list = Array.isArray(scenarios) ? scenarios.map(fieldsOf) : [];
      return list
        .map(({ name, instructions }) => ({
          name: asText(name),
          instructions: asText(instructions),
        }))
        .filter(({ instructions }) => instructions !== "");
    },
  };
}

function asText(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
