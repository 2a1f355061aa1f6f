/** An empty deployment, the vendors and a host for the app, used like remote ones. */
import path from "node:path";
import { startBackend } from "@hark/convex-local";
import type { Backend } from "@hark/convex-local";
import { startMail } from "@hark/resend-stand-in";
import type { MailStandIn } from "@hark/resend-stand-in";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { startStripe } from "@hark/stripe-stand-in";
import type { StripeStandIn } from "@hark/stripe-stand-in";
import { startVoicePlatform } from "@hark/vapi-stand-in";
import type { VoicePlatform } from "@hark/vapi-stand-in";
import { createClosing } from "../../../tools/start/closing.ts";
import type { Closing } from "../../../tools/start/closing.ts";
import { openAppServer } from "../../../tools/start/web/app-server.ts";
import type { AppServer } from "../../../tools/start/web/app-server.ts";
import { stripeJudge } from "../../judges/stripe.ts";
import { voiceJudge } from "../../judges/voice.ts";
import { removeFolder, temporaryFolder } from "../../temporary-folder.ts";

export interface FarAway {
  backend: Backend;
  clock: AdjustableClock;
  stripe: StripeStandIn;
  voice: VoicePlatform;
  mail: MailStandIn;
  host: AppServer;
  outFolder: string;
  closing: Closing;
}

export async function openFarAway(): Promise<FarAway> {
  const folder = await temporaryFolder("far");
  const closing = createClosing((error) => console.error(error));
  closing.add(() => removeFolder(folder));
  const log = (line: string) => console.error(line);
  const clock = new AdjustableClock();
  const at = (name: string) => path.join(folder, name);
  const backend = await startBackend({
    dataFolder: at("backend"),
    port: 0,
    sitePort: 0,
    clock,
    log,
  });
  closing.add(() => backend.close());
  const stripe = await startStripe({
    dataFolder: at("stripe"),
    port: 0,
    clock,
    receiverNow: () => clock.now(),
    witness: stripeJudge({ isStrict: true }),
    log,
  });
  closing.add(() => stripe.close());
  const voice = await startVoicePlatform({
    dataFolder: at("voice"),
    port: 0,
    clock,
    witness: voiceJudge({ isStrict: true }),
    log,
  });
  closing.add(() => voice.close());
  const mail = await startMail({ dataFolder: at("mail"), port: 0, clock, log });
  closing.add(() => mail.close());
  const host = await openAppServer(0, (error) => log(String(error)));
  closing.add(() => host.close());
  return { backend, clock, stripe, voice, mail, host, outFolder: at("dist"), closing };
}
