/** The control API, `/_sim/…`: what tests can do to the stand-in, and nobody can do to Stripe. */
import { Hono } from "hono";
import type { AdjustableClock } from "@hark/stand-in-kit/clock";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { isSameSecret } from "@hark/stand-in-kit/same-secret";
import { closeDispute, openDispute } from "../engine/disputes.ts";
import type { Simulator } from "../engine/simulator.ts";
import { find, put, settings } from "../engine/world.ts";
import { StripeError } from "../errors.ts";
import type { EventDeliveries } from "../webhooks/deliveries.ts";
import { setOwnEndpoint } from "../webhooks/endpoint.ts";
import { readCommand } from "./commands.ts";
import type { Command } from "./commands.ts";
import type { Faults } from "./faults.ts";
import { inspect } from "./inspection.ts";

export interface ControlOptions {
  clock: AdjustableClock;
  simulator: Simulator;
  deliveries: EventDeliveries;
  faults: Faults;
  token: string;
}

const TOKEN_HEADER = "x-sim-token";

export function createControl(options: ControlOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.onError((error) => {
    if (error instanceof StripeError) return refused(error.status, error.message);
    throw error;
  });
  app.use(async (c, next) => {
    if (!isSameSecret(c.req.header(TOKEN_HEADER) ?? "", options.token)) {
      return refused(401, `The control API needs its token in the ${TOKEN_HEADER} header.`);
    }
    await next();
  });
  app.get("*", async (c) => c.json(await inspectPath(options, c.req.path)));
  app.all("*", async (c) => {
    const command = readCommand(`${c.req.method} ${c.req.path}`, await c.req.text());
    return c.json(await runCommand(options, command));
  });
  return app;
}

async function inspectPath(
  { simulator, deliveries, faults }: ControlOptions,
  path: string,
): Promise<object> {
  switch (path) {
    case "/_sim/ledger":
    case "/_sim/webhooks":
      return simulator.run((world) => inspect(world, path));
    case "/_sim/faults":
      return { faults: faults.list() };
    case "/_sim/webhooks/settled":
      await deliveries.settled();
      return simulator.run((world) => inspect(world, "/_sim/webhooks"));
    default:
      throw new StripeError({
        status: 404,
        type: "invalid_request_error",
        message: `There is nothing at ${path}`,
      });
  }
}

async function runCommand(options: ControlOptions, command: Command): Promise<object> {
  const { clock, simulator, deliveries, faults } = options;
  switch (command.name) {
    case "reset":
      faults.clear();
      simulator.run((world) => {
        const kept = settings(world);
        const own = world.store.all("webhook_endpoint").filter(({ id }) => id === kept.ownEndpoint);
        world.store.clear();
        put(world, { ...kept, nextInvoiceNumber: 1, isHoldingWebhooks: false });
        for (const endpoint of own) put(world, endpoint);
      });
      return {};
    case "advance":
      clock.advance(command.seconds * 1000);
      return simulator.run((world) => ({ now: world.now }));
    case "fault":
      faults.add(command.fault);
      return { faults: faults.list() };
    case "clear_faults":
      faults.clear();
      return { faults: [] };
    case "dispute":
      return simulator.run((world) =>
        openDispute(world, find(world, "charge", command.charge), command.reason),
      );
    case "close_dispute":
      return simulator.run((world) =>
        closeDispute(world, find(world, "dispute", command.dispute), command.status),
      );
    case "settings":
      return simulator.run((world) => {
        put(world, { ...settings(world), ...command.changes });
        return settings(world);
      });
    case "endpoint":
      simulator.run((world) => setOwnEndpoint(world, command.endpoint));
      return { url: command.endpoint.url };
    case "hold":
      simulator.run((world) => {
        put(world, { ...settings(world), isHoldingWebhooks: true });
        for (const delivery of world.store.all("sim.delivery", { owner: "pending" })) {
          put(world, { ...delivery, state: "held" });
        }
      });
      return {};
    case "release":
      simulator.run((world) => {
        put(world, { ...settings(world), isHoldingWebhooks: false });
        for (const delivery of world.store.all("sim.delivery", { owner: "held" })) {
          put(world, { ...delivery, state: "pending", nextAttemptAt: world.now });
        }
      });
      return {};
    case "deliver": {
      const outcomes = [];
      // One after the other, in the given order and as often as an event is named.
      for (const event of command.events) {
        outcomes.push({ event, outcome: await deliveries.sendNow(event) });
      }
      return { outcomes };
    }
    case "drop":
      simulator.run((world) => {
        for (const id of command.events) {
          const delivery = find(world, "sim.delivery", id);
          put(world, { ...delivery, state: "dropped", nextAttemptAt: null });
        }
      });
      return {};
  }
}

function refused(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
