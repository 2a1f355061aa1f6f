import { Hono } from "hono";
import type { Context } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { requestedAssistant } from "../chats/sessions.ts";
import { checkedBody, checkedQuery, jsonOf, notSimulated } from "../published/requests.ts";
import { scenariosFor } from "../simulations/scenarios.ts";
import { improvementsFor } from "../simulations/improvements.ts";
import type { Simulations } from "../simulations/simulations.ts";
import type { OutputReader } from "../outputs/outputs.ts";
import type { PlatformStore } from "../store/platform-store.ts";
import type { AssistantConfig } from "../store/resources.ts";
import type { NewSimulationRun, SimulationRunItem } from "../store/simulation-resources.ts";
import type { Access } from "./access.ts";
import { ApiError } from "./api-error.ts";
import { pageOf } from "./pages.ts";
import { resourceIn } from "./resource-routes.ts";

export interface SimulationRoutesParts {
  url: string;
  store: PlatformStore;
  simulations: Simulations;
  reader: OutputReader;
  knowledgeOf: (assistant: AssistantConfig) => Promise<string>;
  access: Access;
}

const RUN = "/eval/simulation/run";
const ITEM = `${RUN}/{id}/item`;
const SCENARIOS = "/eval/simulation/scenario/generate";

export function simulationRoutes(parts: SimulationRoutesParts): Hono<AppEnv> {
  const { store, simulations, reader, access } = parts;
  const app = new Hono<AppEnv>();
  const runIn = (c: Context) => resourceIn(c, "simulation run", store.simulationRuns);
  const itemIn = (c: Context): SimulationRunItem => {
    const { id } = runIn(c);
    const itemId = c.req.param("itemId") ?? "";
    const item = store.simulationRunItems.get(itemId);
    if (item?.runId !== id) throw new ApiError(404, `There is no simulation run item ${itemId}.`);
    return item;
  };

  app.post(RUN, access.privateKey, async (c) => {
    const wanted = checkedBody(`POST ${RUN}`, await jsonOf(c)) as unknown as NewSimulationRun;
    const run = simulations.start(wanted);
    return c.json({ ...run, url: `${parts.url}${RUN}/${run.id}` }, 201);
  });

  app.get(`${RUN}/:id`, access.privateKey, (c) => c.json(simulations.view(runIn(c))));

  app.patch(`${RUN}/:id`, access.privateKey, (c) => c.json(simulations.cancel(runIn(c))));

  app.get(`${RUN}/:id/item`, access.privateKey, (c) => {
    const { id } = runIn(c);
    const { results } = pageOf(c, store.simulationRunItems, {
      operation: `GET ${ITEM}`,
      fields: { simulationId: "$.simulationId", status: "$.status" },
      within: { "$.runId": id },
      itemOf: (item) => item,
    });
    return c.json(results);
  });

  app.get(`${RUN}/:id/item/:itemId`, access.privateKey, (c) => c.json(itemIn(c)));

  app.post(`${RUN}/:id/item/:itemId/generate`, access.privateKey, async (c) => {
    const query = new URL(c.req.url).searchParams;
    const { force, persist } = checkedQuery(`POST ${ITEM}/{itemId}/generate`, query);
    const item = itemIn(c);
    const { improvementSuggestions, status } = item;
    if (status !== "passed" && status !== "failed") {
      throw new ApiError(400, `The simulation run item ${item.id} is ${status}.`);
    }
    if (improvementSuggestions !== undefined && force !== "true") {
      return c.json(improvementSuggestions, 201);
    }
    const improvements = await improvementsFor(item, reader, c.req.raw.signal);
    if (persist !== "false") {
      store.simulationRunItems.put({ ...item, improvementSuggestions: improvements });
    }
    return c.json(improvements, 201);
  });

  app.post(SCENARIOS, access.privateKey, async (c) => {
    const { assistantId } = checkedBody(`POST ${SCENARIOS}`, await jsonOf(c));
    if (typeof assistantId !== "string") throw notSimulated(["scenarios without assistantId"]);
    const assistant = requestedAssistant({ assistantId }, store);
    const knowledge = await parts.knowledgeOf(assistant);
    const { signal } = c.req.raw;
    return c.json(await scenariosFor(assistant, knowledge, { ...reader, signal }), 201);
  });

  return app;
}
