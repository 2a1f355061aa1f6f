/** A Stripe stand-in for one test file, with the unmodified SDK and a webhook endpoint; or Stripe's test mode with
 * `npm run verify`.
 */
import Stripe from "stripe";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { startStripe } from "@hark/stripe-stand-in";
import type { StripeStandIn } from "@hark/stripe-stand-in";
import { stripeJudge } from "../../judges/stripe.ts";
import { startRemoteStripe } from "../../verify/remote-stripe.ts";
import { remote } from "../../verify/remote.ts";
import { openWebhookEndpoint } from "../webhook-endpoint.ts";
import { removeFolder, temporaryFolder } from "../../temporary-folder.ts";

export const DAY_S = 86_400;

type RawRequest = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };

export interface TestStripe {
  standIn: StripeStandIn;
  stripe: Stripe;
  clock: AdjustableClock;
  received: Stripe.Event[];
  /** The statuses of the endpoint's next responses; then 200. */
  answers: number[];
  endpointUrl: string;
  now(): number;
  advanceDays(days: number): Promise<void>;
  control(command: string, body?: object): Promise<Record<string, unknown>>;
  look(what: string): Promise<Record<string, unknown>>;
  raw(path: string, init?: RawRequest): Promise<Response>;
  /** Whether hosted pages accept forms without a browser. */
  hasPages: boolean;
  /** Begins a case that only the stand-in can run. */
  onlyHere(): void;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function startTestStripe(): Promise<TestStripe> {
  if (remote?.stripe !== undefined) return startRemoteStripe(remote.run, remote.stripe);
  const dataFolder = await temporaryFolder("stripe");
  const clock = new AdjustableClock();
  const verifier = new Stripe("sk_test_sim_verifier").webhooks;
  const endpoint = await openWebhookEndpoint<Stripe.Event>((headers, body) =>
    verifier.constructEventAsync(body, String(headers["stripe-signature"]), standIn.webhookSecret),
  );
  const endpointUrl = `${endpoint.url}/webhooks`;
  const start = () =>
    startStripe({
      dataFolder,
      port: 0,
      clock,
      webhook: { url: endpointUrl },
      witness: stripeJudge({ isStrict: false }),
      log: (line) => console.error(line),
    });
  let standIn: StripeStandIn = await start();
  const connect = () => {
    const { hostname, port } = new URL(standIn.url);
    return new Stripe(standIn.secretKey, {
      host: hostname,
      port,
      protocol: "http",
      maxNetworkRetries: 0,
      timeout: 10_000,
      telemetry: false,
    });
  };
  let stripe = connect();

  const control = async (method: string, command: string, body?: object) => {
    const response = await fetch(`${standIn.url}/_sim/${command}`, {
      method,
      headers: { "x-sim-token": standIn.controlToken },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${command}: ${JSON.stringify(answer)}`);
    return answer;
  };

  return {
    get standIn() {
      return standIn;
    },
    get stripe() {
      return stripe;
    },
    clock,
    received: endpoint.received,
    answers: endpoint.statuses,
    endpointUrl,
    now: () => Math.floor(clock.now() / 1000),
    async advanceDays(days) {
      await control("POST", "advance", { seconds: Math.round(days * DAY_S) });
    },
    control: (command, body = {}) => control("POST", command, body),
    look: (what) => control("GET", what),
    raw: (address, init = {}) =>
      fetch(`${standIn.url}${address}`, {
        redirect: "manual",
        ...init,
        headers: { Authorization: `Bearer ${standIn.secretKey}`, ...init.headers },
      }),
    hasPages: true,
    onlyHere: () => undefined,
    async restart() {
      await standIn.close();
      standIn = await start();
      stripe = connect();
    },
    async close() {
      await standIn.close();
      await endpoint.close();
      await removeFolder(dataFolder);
    },
  };
}
