/** Starts the vendors' stand-ins, and returns the variables that connect them. */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { startCalCom } from "@hark/calcom-stand-in";
import type { CalComStandIn } from "@hark/calcom-stand-in";
import { startMessengers } from "@hark/messengers-stand-in";
import type { MessengersStandIn } from "@hark/messengers-stand-in";
import { startMail } from "@hark/resend-stand-in";
import type { MailStandIn } from "@hark/resend-stand-in";
import type { AdjustableClock } from "@hark/stand-in-kit/clock";
import { startStripe } from "@hark/stripe-stand-in";
import type { StripeStandIn } from "@hark/stripe-stand-in";
import { startVoicePlatform } from "@hark/vapi-stand-in";
import type { VoicePlatform } from "@hark/vapi-stand-in";
import type { Closing } from "./closing.ts";
import { readOrCreateSecret } from "./stored-secret.ts";
import type { Settings } from "./settings.ts";

export interface VendorsOptions {
  settings: Settings;
  clock: AdjustableClock;
  /** Base URL of the functions' HTTP routes, which receive all webhooks. */
  siteUrl: string;
  closing: Closing;
  log: (line: string) => void;
}

export interface Vendors {
  voice: VoicePlatform;
  stripe: StripeStandIn;
  mail: MailStandIn;
  messengers: MessengersStandIn;
  calendar: CalComStandIn;
  /** The variables of convex/lib/env.ts that name the stand-ins. */
  variables: Record<string, string>;
}

export async function startVendors(options: VendorsOptions): Promise<Vendors> {
  const { settings, clock, siteUrl, closing, log } = options;
  const { dataFolder, voicePort, stripePort, mailPort, messengersPort, calendarPort } = settings;
  const { answers, transcription, recognizer } = settings;
  const voiceFolder = path.join(dataFolder, "voice");
  await mkdir(voiceFolder, { recursive: true });
  const webhookSecret = await readOrCreateSecret({
    file: path.join(voiceFolder, "webhook-secret"),
    dataFile: path.join(voiceFolder, "voice.sqlite"),
    consequence:
      "events of calls are refused until you run `npx convex run operator:resyncAssistants`",
    log,
  });
  const voice = await startVoicePlatform({
    dataFolder: voiceFolder,
    port: voicePort,
    clock,
    log,
    ...(answers === undefined ? {} : { answers }),
    ...(transcription === undefined ? {} : { transcription }),
    ...(recognizer === undefined ? {} : { recognizer }),
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
  const messengers = await startMessengers({ port: messengersPort, clock, log });
  closing.add(() => messengers.close());
  const calendar = await startCalCom({ port: calendarPort, clock, log });
  closing.add(() => calendar.close());
  return {
    voice,
    stripe,
    mail,
    messengers,
    calendar,
    variables: {
      VAPI_API_URL: voice.url,
      VAPI_PRIVATE_KEY: voice.privateKey,
      VAPI_PUBLIC_KEY: voice.publicKey,
      VAPI_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: stripe.url,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      RESEND_API_URL: mail.url,
      RESEND_API_KEY: mail.apiKey,
      RESEND_WEBHOOK_SECRET: mail.webhookSecret,
      MAIL_FROM: mail.from,
      MAIL_RECEIVING_DOMAIN: mail.receivingDomain,
      MAIL_OUTBOX_URL: mail.outboxUrl,
      MESSENGERS_API_URL: messengers.url,
      CALCOM_URL: calendar.url,
    },
  };
}
