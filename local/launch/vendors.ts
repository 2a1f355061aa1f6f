/** What stands in for the voice platform, for Stripe and for Resend, and what the functions are told of them. */
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { AdjustableClock } from "../clock.ts";
import { startMail } from "../mail/mail.ts";
import type { MailStandIn } from "../mail/mail.ts";
import { startStripe } from "../stripe/stripe.ts";
import type { StripeStandIn } from "../stripe/stripe.ts";
import { startVoicePlatform } from "../voice/voice-platform.ts";
import type { VoicePlatform } from "../voice/voice-platform.ts";
import type { Closing } from "./closing.ts";
import { errorCode } from "./launch-error.ts";
import type { Settings } from "./settings.ts";

export interface VendorsOptions {
  settings: Settings;
  clock: AdjustableClock;
  /** Where the functions' HTTP routes are, to which all report. */
  siteUrl: string;
  closing: Closing;
  log: (line: string) => void;
}

export interface Vendors {
  voice: VoicePlatform;
  stripe: StripeStandIn;
  mail: MailStandIn;
  /** The variables of convex/env.ts that name them. */
  variables: Record<string, string>;
}

export async function startVendors(options: VendorsOptions): Promise<Vendors> {
  const { settings, clock, siteUrl, closing, log } = options;
  const { dataFolder, voicePort, stripePort, mailPort, answers, transcription } = settings;
  const voice = await startVoicePlatform({
    dataFolder: path.join(dataFolder, "voice"),
    port: voicePort,
    clock,
    log,
    ...(answers === undefined ? {} : { answers }),
    ...(transcription === undefined ? {} : { transcription }),
  });
  closing.add(() => voice.close());
  const stripe = await startStripe({
    dataFolder: path.join(dataFolder, "stripe"),
    port: stripePort,
    clock,
    webhook: { url: `${siteUrl}/stripe` },
    receiverNow: () => clock.now(),
    log,
  });
  closing.add(() => stripe.close());
  const mail = await startMail({
    dataFolder: path.join(dataFolder, "mail"),
    port: mailPort,
    clock,
    webhook: { url: `${siteUrl}/mail` },
    takesExampleAddresses: true,
    log,
  });
  closing.add(() => mail.close());
  return {
    voice,
    stripe,
    mail,
    variables: {
      VAPI_API_URL: voice.url,
      VAPI_PRIVATE_KEY: voice.privateKey,
      VAPI_WEBHOOK_SECRET: await keptSecret(path.join(dataFolder, "voice", "webhook-secret")),
      STRIPE_API_URL: stripe.url,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      RESEND_API_URL: mail.url,
      RESEND_API_KEY: mail.apiKey,
      RESEND_WEBHOOK_SECRET: mail.webhookSecret,
      MAIL_FROM: mail.from,
      MAIL_OUTBOX_URL: mail.outboxUrl,
    },
  };
}

/** Assistants at the platform carry one along, trials are known by the other: they have to stay the same. */
export async function keptSecret(file: string): Promise<string> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    const secret = randomBytes(24).toString("hex");
    await writeFile(file, `${secret}\n`, { mode: 0o600 });
    return secret;
  }
}
