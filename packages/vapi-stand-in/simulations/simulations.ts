/**
 * Runs simulations: a tester writes to the assistant in a session, or speaks with it in a call, and the evaluations judge what
 * the assistant said.
 */
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Chats } from "../chats/chats.ts";
import { requestedAssistant } from "../chats/sessions.ts";
import type { ChatParts, Sessions } from "../chats/sessions.ts";
import { wordsIn } from "../chats/spoken.ts";
import { transcriptOf } from "../calls/dialogue.ts";
import type { ToolMocks } from "../calls/tool-result.ts";
import type { CallMessage } from "../store/resources.ts";
import type {
  ItemStatus,
  NewSimulationRun,
  SimulatedCall,
  SimulationEntry,
  SimulationRun,
  SimulationRunItem,
} from "../store/simulation-resources.ts";
import { evaluated } from "./evaluations.ts";
import { requireRun } from "./requirements.ts";
import { converseInVoice } from "./spoken.ts";
import type { HeldConversation, SpokenParts } from "./spoken.ts";
import { createTester, MAX_TURNS } from "./tester.ts";

export interface RunView extends SimulationRun {
  itemCounts: Record<"total" | "passed" | "failed" | "running" | "queued" | "canceled", number>;
}

export interface Simulations {
  /** Answers before the first conversation begins. */
  start(wanted: NewSimulationRun): RunView & { simulationRunItemIds: string[] };
  view(run: SimulationRun): RunView;
  /** Cancels the items that have not ended. */
  cancel(run: SimulationRun): RunView;
  /** Fails what was going on when the platform stopped. */
  recover(): void;
  close(): Promise<void>;
}

/** How many conversations of one run go on at the same time. One by voice takes two, as at the vendor. */
const SLOTS = 4;
const SLOTS_IN_VOICE = 2;
const ENDED: readonly ItemStatus[] = ["passed", "failed", "canceled"];
const MAX_REASON_CHARACTERS = 2000;
/** As many as there can be. */
const ALL = { times: [], limit: -1 };

export function createSimulations(
  parts: ChatParts,
  {
    sessions,
    chats,
    spoken: spokenParts,
  }: { sessions: Sessions; chats: Chats; spoken: SpokenParts },
): Simulations {
  const { clock, store, orgId, answerEndpoint: endpoint, log } = parts;
  const { simulationRuns: runs, simulationRunItems: items } = store;
  const closing = new AbortController();
  const pending = new Set<Promise<void>>();
  const now = () => new Date(clock.now()).toISOString();

  const view = (run: SimulationRun): RunView => {
    const count = (status?: ItemStatus) =>
      items.count({
        ...ALL,
        fields: { "$.runId": run.id, ...(status === undefined ? {} : { "$.status": status }) },
      });
    return {
      ...run,
      itemCounts: {
        total: count(),
        passed: count("passed"),
        failed: count("failed"),
        running: count("running") + count("evaluating"),
        queued: count("queued"),
        canceled: count("canceled"),
      },
    };
  };

  /** Null for an item that was canceled or deleted meanwhile, or that the platform leaves because it stops. */
  const save = (id: string, change: Partial<SimulationRunItem>): SimulationRunItem | null => {
    const item = items.get(id);
    if (item === null || ENDED.includes(item.status) || closing.signal.aborted) return null;
    const changed = { ...item, ...change, updatedAt: now() };
    items.put(changed);
    return changed;
  };

  const saveRun = (id: string, change: Partial<SimulationRun>): SimulationRun | null => {
    const run = runs.get(id);
    if (run === null || run.status === "ended") return null;
    const changed = { ...run, ...change, updatedAt: now() };
    runs.put(changed);
    return changed;
  };

  const fail = (id: string, reason: string) => {
    const failureReason = reason.slice(0, MAX_REASON_CHARACTERS);
    save(id, { status: "failed", completedAt: now(), failedAt: now(), failureReason });
  };

  const saveCall = (id: string, call: SimulatedCall): boolean => {
    const item = items.get(id);
    return item !== null && save(id, { metadata: { ...item.metadata, call } }) !== null;
  };

  const speak = async (id: string, run: SimulationRun, entry: SimulationEntry) =>
    await converseInVoice(spokenParts, {
      target: targetOf(run, entry),
      mocks: mocksOf(entry),
      tester: createTester(entry, endpoint, { isVoice: true }),
      personality: entry.personality.assistant,
      signal: closing.signal,
      onCall: (callId) => save(id, { callId }) !== null,
      onChange: (call) => saveCall(id, call),
    });

  const write = async (
    id: string,
    run: SimulationRun,
    entry: SimulationEntry,
  ): Promise<HeldConversation> => {
    const mocks = mocksOf(entry);
    const { id: sessionId } = sessions.make(targetOf(run, entry));
    const tester = createTester(entry, endpoint, { isVoice: false });
    let spoken = sessions.open(sessionId);
    let isGoingOn = save(id, { sessionId }) !== null;
    for (let turn = 0; turn < MAX_TURNS && isGoingOn; turn += 1) {
      const input = await tester.next(wordsIn(spoken.session.messages), closing.signal);
      if (input === null) break;
      await chats.make({ sessionId, input }, mocks);
      spoken = sessions.open(sessionId);
      const call = { transcript: transcriptOf(spoken.spoken), messages: spoken.session.messages };
      isGoingOn = saveCall(id, call);
    }
    const messages = spoken.spoken;
    return { messages, latencyMetrics: { turnCount: turnsIn(messages) } };
  };

  const runItem = async (id: string, run: SimulationRun, entry: SimulationEntry) => {
    if (save(id, { status: "running", startedAt: now() }) === null) return;
    try {
      const converse = isInVoice(run) ? speak : write;
      const { messages, latencyMetrics } = await converse(id, run, entry);
      if (save(id, { status: "evaluating" }) === null) return;
      await outputDelay();
      const rehearsal = { messages, nowMs: clock.now() };
      const { evaluations: plan } = entry.scenario;
      const evaluations = await Promise.all(
        plan.map(async (item) => await evaluated(item, rehearsal, { endpoint, log })),
      );
      const passed = evaluations.every((one) => one.passed || !one.required);
      save(id, {
        status: passed ? "passed" : "failed",
        completedAt: now(),
        ...(passed ? {} : { failedAt: now() }),
        results: { evaluations, passed, latencyMetrics },
      });
    } catch (error) {
      if (closing.signal.aborted || items.get(id) === null) return;
      log(`The simulation ${entry.scenario.name} failed: ${String(error)}`);
      fail(id, error instanceof Error ? error.message : String(error));
    }
  };

  /** Evaluations are structured outputs, which the control API delays. */
  const outputDelay = async () => {
    const { outputDelayMs } = parts;
    if (outputDelayMs === 0) return;
    await new Promise<void>((resolve) => {
      const cancel = clock.schedule(clock.now() + outputDelayMs, resolve);
      const stop = () => {
        cancel();
        resolve();
      };
      closing.signal.addEventListener("abort", stop, { once: true });
    });
  };

  const runAll = async (run: SimulationRun, queued: [id: string, entry: SimulationEntry][]) => {
    const startedAt = now();
    if (saveRun(run.id, { status: "running", startedAt }) === null) return;
    const waiting = [...queued];
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await runItem(next[0], run, next[1]);
      }
    };
    const length = isInVoice(run) ? SLOTS / SLOTS_IN_VOICE : SLOTS;
    await Promise.all(Array.from({ length }, work));
    if (!closing.signal.aborted) saveRun(run.id, { status: "ended", endedAt: now() });
  };

  const itemsOf = ({ id }: SimulationRun) => items.list({ ...ALL, fields: { "$.runId": id } });

  return {
    view,
    start(wanted) {
      requireRun(wanted);
      const { simulations, target, iterations = 1, transport } = wanted;
      const assistant = requestedAssistant(target, store);
      const queuedAt = now();
      const resource = () => ({
        ...{ id: randomUUID(), orgId, createdAt: queuedAt, updatedAt: queuedAt, queuedAt },
        status: "queued" as const,
      });
      const run = { ...resource(), simulations, target, iterations, transport };
      runs.put(run);
      const queued = simulations.flatMap((entry) => {
        const { name, scenario, personality } = entry;
        const simulationId = randomUUID();
        return Array.from({ length: iterations }, (_, index): [string, SimulationEntry] => {
          const item: SimulationRunItem = {
            ...resource(),
            ...{ simulationId, runId: run.id, iterationNumber: index + 1 },
            metadata: {
              ...{ assistant, scenario, personality },
              simulation: name === undefined ? {} : { name },
            },
            configurations: { transport },
          };
          items.put(item);
          return [item.id, entry];
        });
      });
      // Answered while everything is queued, as at the vendor.
      const started = nextTurn()
        .then(async () => await runAll(run, queued))
        .finally(() => pending.delete(started));
      pending.add(started);
      return { ...view(run), simulationRunItemIds: queued.map(([id]) => id) };
    },
    cancel(run) {
      for (const { id } of itemsOf(run)) save(id, { status: "canceled", canceledAt: now() });
      return view(saveRun(run.id, { status: "ended", endedAt: now() }) ?? run);
    },
    recover() {
      for (const run of runs.list(ALL)) {
        if (run.status === "ended") continue;
        for (const { id } of itemsOf(run)) fail(id, "The platform stopped during the simulation.");
        saveRun(run.id, { status: "ended", endedAt: now() });
      }
    },
    async close() {
      closing.abort();
      await Promise.allSettled(pending);
    },
  };
}

function isInVoice({ transport }: SimulationRun): boolean {
  return transport.provider === "vapi.websocket";
}

function targetOf({ target }: SimulationRun, { scenario: { targetOverrides } }: SimulationEntry) {
  const { type: _type, ...assistant } = target;
  return {
    ...assistant,
    ...(targetOverrides === undefined ? {} : { assistantOverrides: targetOverrides }),
  };
}

function turnsIn(messages: readonly CallMessage[]): number {
  return messages.filter(({ role }) => role === "user").length;
}

/** A disabled mock is as good as none. */
function mocksOf({ scenario: { toolMocks = [] } }: SimulationEntry): ToolMocks {
  return new Map(
    toolMocks.flatMap(({ toolName, result = "", enabled = true }) =>
      enabled ? [[toolName, result]] : [],
    ),
  );
}
