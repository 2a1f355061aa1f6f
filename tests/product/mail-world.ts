/** A world with mail: Resend's stand-in on the world's clock, with its outbox and webhooks. */
import { afterEach } from "vitest";
import { startMail } from "@hark/resend-stand-in";
import type { MailStandIn } from "@hark/resend-stand-in";
import { must } from "@hark/stand-in-kit/must";
import { opened } from "../opened.ts";
import { SITE_URL } from "../contract/deployment.ts";
import { openLocal } from "./local-world.ts";
import type { LocalWorld } from "./local-world.ts";
import type { World } from "./world.ts";
import { removeFolder, temporaryFolder } from "../temporary-folder.ts";

export interface SentMail {
  id: string;
  createdAt: number;
  to: string[];
  subject: string;
  html: string;
  text: string;
  tags: { name: string; value: string }[];
  headers: [name: string, value: string][];
  lastEvent: string;
  /** The request's idempotency key. */
  idempotencyKey: string | null;
  replyTo: string[];
  files: { filename: string; bytes: number }[];
}

/** The mail service of a world. */
export interface MailService {
  standIn: MailStandIn;
  /** Mails to this address, newest first. */
  mailTo(address: string): Promise<SentMail[]>;
  /** All mails, newest first. */
  mails(): Promise<SentMail[]>;
  /** The service's webhooks, pending and delivered. */
  events(): Promise<{ event: string; state: string }[]>;
  /** The newest mail to this address. */
  newestTo(address: string): Promise<SentMail>;
  /** Sends a control request to the outbox, which Resend does not have. */
  control(action: string, given: object): Promise<void>;
  /** Ends all faults and keeps the sent mails. */
  recover(): Promise<void>;
  /** Waits until all webhooks are delivered, and returns their number. */
  webhooksSettled(): Promise<number>;
  /** Makes a mail bounce or be reported as spam. */
  happens(mail: SentMail, type: "email.bounced" | "email.complained"): Promise<void>;
}

export type MailWorld = LocalWorld & MailService;

/** Runs tests in their own world on the local backend, because owners on convex-test have no passwords. */
export function withMail(define: (world: () => MailWorld) => void): void {
  const local = opened(openLocal);
  const mail = opened(async () => {
    const { world, post, close } = await openMail(local());
    return { world: { ...world, ...post }, close };
  });
  const current = () => mail().world;
  afterEach(async () => {
    // Faults of one test must not affect the next.
    await current().control("reset", {});
    await current().settle();
  });
  define(current);
}

/** Adds mail to any world. */
export async function openMail<Own extends World>(world: Own) {
  const dataFolder = await temporaryFolder("mail");
  const standIn = await startMail({
    dataFolder,
    port: 0,
    clock: world.clock,
    webhook: { url: `${world.siteUrl}/mail` },
    // Tests send faster than people. The rate limit has its own tests.
    requestsPerSecond: 1_000,
  });
  await world.setVariables({
    SITE_URL,
    RESEND_API_URL: standIn.url,
    RESEND_API_KEY: standIn.apiKey,
    RESEND_WEBHOOK_SECRET: standIn.webhookSecret,
    MAIL_FROM: standIn.from,
    MAIL_RECEIVING_DOMAIN: standIn.receivingDomain,
    MAIL_OUTBOX_URL: standIn.outboxUrl,
    TRIAL_KEYS: "a-key-of-these-tests",
  });
  const outbox = async (method: string, route: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${standIn.outboxUrl}/${route}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${route}: ${await answer.text()}`);
    return await answer.json();
  };
  const webhooksSettled = async () => {
    const { deliveries } = (await outbox("GET", "webhooks/settled")) as { deliveries: unknown[] };
    return deliveries.length;
  };
  const settle = async () => {
    for (let before = -1; ;) {
      await world.settle();
      const now = await webhooksSettled();
      if (now === before) return;
      before = now;
    }
  };
  const mailsAt = async (route: string): Promise<SentMail[]> => {
    const { mails } = (await outbox("GET", route)) as { mails: { id: string }[] };
    return await Promise.all(
      mails.map(async ({ id }) => (await outbox("GET", `mails/${id}`)) as SentMail),
    );
  };
  const mailTo = async (address: string): Promise<SentMail[]> => {
    await settle();
    return await mailsAt(`mails?to=${encodeURIComponent(address)}`);
  };
  const settled: Own = {
    ...world,
    async signUp(address) {
      const owner = await world.signUp(address);
      // The order of two concurrent mails is undefined.
      await settle();
      return owner;
    },
    settle,
    async advance(ms) {
      // A signature is valid for five minutes, so pending webhooks must arrive before time passes.
      await settle();
      await world.advance(ms);
      await settle();
    },
  };
  const post: MailService = {
    standIn,
    mailTo,
    mails: () => mailsAt("mails"),
    async events() {
      const { deliveries } = (await outbox("GET", "webhooks")) as {
        deliveries: { event: string; state: string }[];
      };
      return deliveries;
    },
    async newestTo(address) {
      return must((await mailTo(address))[0], `a mail to ${address}`);
    },
    async control(action, given) {
      await outbox("POST", action, given);
    },
    async recover() {
      await outbox("DELETE", "faults");
    },
    webhooksSettled,
    async happens({ id }, type) {
      await outbox("POST", `mails/${id}/events`, { type });
      await settle();
    },
  };
  return {
    world: settled,
    post,
    close: async () => {
      await settle();
      await standIn.close();
      await removeFolder(dataFolder);
    },
  };
}

/** The key in a mail's link. */
export function keyIn({ text }: SentMail): string {
  return must(/\?key=([\w.-]+)/.exec(text)?.[1], "a key in the mail");
}

export function codeIn({ text }: SentMail): string {
  return must(/^ {4}(\w{5}-\w{5})$/m.exec(text)?.[1], "a code in the mail");
}
