/** The five servers of `npm start`, each with a large file, and the app's server as in `npm run dev`. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Backend } from "@hark/convex-local";
import { createUploadTokens } from "@hark/convex-local/files/upload-token";
import type { AdjustableClock } from "@hark/stand-in-kit/clock";
import { must } from "@hark/stand-in-kit/must";
import { startStripe } from "@hark/stripe-stand-in";
import { preparePublishedApi } from "@hark/stripe-stand-in/published/published";
import { startVoicePlatform } from "@hark/vapi-stand-in";
import { createRecordingLinks, recordingFile } from "@hark/vapi-stand-in/calls/recording-links";
import { createClosing } from "../../../tools/start/closing.ts";
import { developApp } from "../../../tools/start/vite.ts";
import { openAppServer, serveStaticSite } from "../../../tools/start/web/app-server.ts";
import { openStaticSite } from "../../../tools/start/web/static-site.ts";
import { voiceJudge } from "../../judges/voice.ts";
import { sized } from "../../soak.ts";
import type { LocalDeployment } from "../deployment.ts";
import { removeFolder, temporaryFolder } from "../../temporary-folder.ts";

export interface Door {
  url: string;
  /** A public path that answers 200. */
  open: string;
  /** A path whose response is larger than a socket's buffers. */
  large: string | null;
  /** A path that accepts WebSockets. */
  socket: string | null;
}

export type DoorName = "app" | "app in development" | "backend" | "site" | "voice" | "stripe";

export const BUILT_DOORS = ["app", "backend", "site", "voice", "stripe"] as const;
export type BuiltDoor = (typeof BUILT_DOORS)[number];

export interface FiveDoors {
  door(name: DoorName): Door;
  adminKey: string;
  controlToken: { voice: string; stripe: string };
  publicKey: string;
  /** Secret keys of the voice platform and Stripe. */
  secretKey: { voice: string; stripe: string };
  close(): Promise<void>;
}

export const DOOR_NAMES: DoorName[] = [
  "app",
  "app in development",
  "backend",
  "site",
  "voice",
  "stripe",
];

const LARGE = Buffer.alloc(16 * 2 ** 20, "x");

export interface FiveDoorsOptions {
  deployment: LocalDeployment;
  /** Whether the app is also served as in `npm run dev`. */
  isDeveloped: boolean;
  log?: (line: string) => void;
}

export async function openFiveDoors({
  deployment,
  isDeveloped,
  log = () => undefined,
}: FiveDoorsOptions): Promise<FiveDoors> {
  const folder = await temporaryFolder("doors");
  const closing = createClosing((error) => console.error(error));
  closing.add(() => removeFolder(folder));

  closing.add(() => deployment.close());
  const { backend, clock } = deployment;
  const voice = await startVoicePlatform({
    dataFolder: path.join(folder, "voice"),
    port: 0,
    clock,
    // Recognizing speech would keep a processor busy.
    recognizer: sized({ usual: "none", soak: "built-in" } as const),
    // The tests start more calls than people do.
    concurrencyLimit: 10_000,
    witness: voiceJudge({ isStrict: false }),
    log,
  });
  closing.add(() => voice.close());
  // Loaded with the first refusal. Loading it now keeps it out of the memory measurements.
  await preparePublishedApi();
  const stripe = await startStripe({
    dataFolder: path.join(folder, "stripe"),
    port: 0,
    clock,
    log,
  });
  closing.add(() => stripe.close());

  const addresses = {
    backendUrl: backend.url,
    siteUrl: backend.siteUrl,
    callMachineUrl: voice.callMachineUrl,
  };
  const built = await openAppServer(0, console.error);
  closing.add(() => built.close());
  const web = path.join(folder, "web");
  await mkdir(path.join(web, "assets"), { recursive: true });
  for (const page of ["index.html", "app.html", "widget.html", "talk.html"])
    await writeFile(path.join(web, page), "<p>");
  await writeFile(path.join(web, "assets/large.js"), LARGE);
  built.use(serveStaticSite(await openStaticSite(web, { ...addresses, voiceUrls: [voice.url] })));
  const developed = await openAppServer(0, console.error);
  closing.add(() => developed.close());
  if (isDeveloped) await developApp(developed, addresses, closing);

  const doors: Record<DoorName, Door> = {
    app: { url: built.url, open: "/", large: "/assets/large.js", socket: null },
    "app in development": { url: developed.url, open: "/", large: null, socket: "/" },
    backend: {
      url: backend.url,
      open: "/version",
      large: await storeFile(backend, path.join(deployment.folder, "files"), clock),
      socket: "/api/1.48.0/sync",
    },
    site: { url: backend.siteUrl, open: "/below/exact", large: null, socket: null },
    voice: {
      url: voice.url,
      open: new URL(voice.callMachineUrl).pathname,
      large: await storeRecording(path.join(folder, "voice"), clock),
      socket: await makeRoom(voice.url, voice.publicKey),
    },
    stripe: { url: stripe.url, open: "/assets/pages.css", large: null, socket: null },
  };
  return {
    door: (name) => doors[name],
    adminKey: backend.adminKey,
    controlToken: { voice: voice.controlToken, stripe: stripe.controlToken },
    publicKey: voice.publicKey,
    secretKey: { voice: voice.privateKey, stripe: stripe.secretKey },
    close: () => closing.close(),
  };
}

async function storeFile({ url, adminKey }: Backend, files: string, clock: AdjustableClock) {
  const token = createUploadTokens(adminKey).issue("", clock.now());
  const address = `${url}/api/storage/upload?token=${token}`;
  const response = await fetch(address, { method: "POST", body: LARGE });
  if (!response.ok) throw new Error(`The upload answered ${response.status}`);
  return `/api/storage/${must((await readdir(files))[0], "stored file")}`;
}

async function storeRecording(dataFolder: string, clock: AdjustableClock): Promise<string> {
  const { linkSecret } = JSON.parse(await readFile(path.join(dataFolder, "keys.json"), "utf8")) as {
    linkSecret: string;
  };
  const callId = randomUUID();
  await writeFile(recordingFile(path.join(dataFolder, "recordings"), callId), LARGE);
  return createRecordingLinks(linkSecret, clock).make(callId).path;
}

async function makeRoom(url: string, publicKey: string): Promise<string> {
  const response = await fetch(`${url}/call/web`, {
    method: "POST",
    headers: { Authorization: `Bearer ${publicKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ assistant: { name: "Ada" } }),
  });
  const { webCallUrl } = (await response.json()) as { webCallUrl: string };
  return new URL(webCallUrl).pathname;
}
