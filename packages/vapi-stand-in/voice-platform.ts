/** A Vapi-compatible voice platform on this machine: one process, one folder, one port. */
import { mkdir } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { Hono } from "hono";
import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import type { Clock } from "@hark/stand-in-kit/clock";
import { openFrontDoor } from "@hark/stand-in-kit/front-door";
import { hangUp, serveApp } from "@hark/stand-in-kit/http-app";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { bundleCallMachine } from "./call-machine-script.ts";
import { createRecordingLinks } from "./calls/recording-links.ts";
import { Switchboard } from "./calls/switchboard.ts";
import type { SwitchboardParts } from "./calls/switchboard.ts";
import { createChats } from "./chats/chats.ts";
import { createSessions } from "./chats/sessions.ts";
import { createFileProcessing } from "./documents/file-processing.ts";
import { createDocumentReader } from "./documents/document-reader.ts";
import type { Endpoint } from "./endpoint.ts";
import { chooseRecognizer } from "./hearing/recognizer.ts";
import type { LocalRecognizer, Recognizer } from "./hearing/recognizer.ts";
import { createAccess } from "./http/access.ts";
import { ApiError, errorResponse, respondToErrors } from "./http/api-error.ts";
import { assistantRoutes } from "./http/assistant-routes.ts";
import { callMachineRoute } from "./http/call-machine-route.ts";
import { callRoutes } from "./http/call-routes.ts";
import { chatRoutes } from "./http/chat-routes.ts";
import { controlRoutes } from "./http/control-routes.ts";
import { credentialRoutes } from "./http/credential-routes.ts";
import { applyFaults, createFaults } from "./http/faults.ts";
import { fileRoutes } from "./http/file-routes.ts";
import { acceptRoomSockets } from "./http/room-sockets.ts";
import { sessionRoutes } from "./http/session-routes.ts";
import { simulationRoutes } from "./http/simulation-routes.ts";
import { structuredOutputRoutes } from "./http/structured-output-routes.ts";
import { toolRoutes } from "./http/tool-routes.ts";
import { openKeys } from "./keys.ts";
import { knowledgeOf } from "./knowledge.ts";
import { operationFor } from "./published/document.ts";
import { notSimulated } from "./published/requests.ts";
import { createSimulations } from "./simulations/simulations.ts";
import { openSynthesizer } from "./speech/synthesizer.ts";
import { openFileFolder } from "./store/file-folder.ts";
import { openPlatformStore } from "./store/platform-store.ts";
import { createWebhookSender, NO_FAULTS } from "./webhooks/webhook-sender.ts";
import { showTo } from "./witness.ts";
import type { Witness } from "./witness.ts";

export interface VoicePlatformOptions {
  dataFolder: string;
  /** 0 takes any free port. */
  port: number;
  clock?: Clock;
  /** In place of the data folder's own; must begin with `local-private-`. */
  privateKey?: string;
  /** The most live calls at the same time. */
  concurrencyLimit?: number;
  /** A call ends after this long a silence. */
  silenceTimeoutSeconds?: number;
  /** An OpenAI-compatible server that transcribes speech. */
  transcription?: Endpoint;
  /** An OpenAI-compatible server that answers visitors. */
  answers?: Endpoint;
  /** Which of this machine's own recognizers is used first: `built-in` unless it says otherwise. */
  recognizer?: LocalRecognizer;
  /** Sees every request, response and event. */
  witness?: Witness;
  log?: (line: string) => void;
}

export interface VoicePlatform {
  url: string;
  privateKey: string;
  publicKey: string;
  controlToken: string;
  /** The script for daily-js's `callObjectBundleUrlOverride`. */
  callMachineUrl: string;
  /** The recognizer in use. */
  recognizer: Recognizer["name"];
  /** Prepares for a call, because a page with a talk button was opened. */
  expectCall(): void;
  close(): Promise<void>;
}

const METHODS = ["GET", "POST", "PATCH", "DELETE", "OPTIONS"];
// Parsing these takes some 40 ms, during which every call waits.
const MAX_UPLOAD_BYTES = 8 * 2 ** 20;
const MAX_JSON_BYTES = 2 ** 20;
const DEFAULT_CONCURRENCY = 10;
const DEFAULT_SILENCE_SECONDS = 30;

export async function startVoicePlatform(options: VoicePlatformOptions): Promise<VoicePlatform> {
  const { dataFolder, clock = new AdjustableClock() } = options;
  const log = options.log ?? (() => undefined);
  const onError = (error: unknown) =>
    log(error instanceof Error ? (error.stack ?? error.message) : String(error));

  const recordingsFolder = path.join(dataFolder, "recordings");
  await mkdir(recordingsFolder, { recursive: true });
  const keys = await openKeys(dataFolder, options.privateKey);
  // The port comes first: if it is taken, no data has been touched.
  const door = await openFrontDoor({
    port: options.port,
    onError,
    // As at the vendor, keys and unguessable rooms decide, not origins. No page may use the control API.
    admits: ({ url }) => !isControl(url.pathname),
  });
  const { url } = door;

  const synthesizer = openSynthesizer();
  const filesFolder = path.join(dataFolder, "files");
  const [recognizer, script, folder] = await Promise.all([
    chooseRecognizer({
      endpoint: options.transcription,
      preferred: options.recognizer ?? "built-in",
      log,
    }),
    bundleCallMachine(),
    openFileFolder(filesFolder),
  ]);
  const store = openPlatformStore(path.join(dataFolder, "voice.sqlite"), [filesFolder]);
  const webhooks = createWebhookSender({
    clock,
    credentialOf: (id) => store.credentials.get(id),
    witness: options.witness,
    log,
  });
  const links = createRecordingLinks(keys.linkSecret, clock);
  const faults = createFaults();
  const parts: SwitchboardParts = {
    orgId: keys.orgId,
    url,
    clock,
    store,
    webhooks,
    links,
    synthesizer,
    recognizer,
    recordingsFolder,
    answerEndpoint: options.answers,
    concurrencyLimit: options.concurrencyLimit ?? DEFAULT_CONCURRENCY,
    outputDelayMs: 0,
    silenceTimeoutSeconds: options.silenceTimeoutSeconds ?? DEFAULT_SILENCE_SECONDS,
    knowledgeOf: (assistant) => knowledgeOf(assistant, store, folder),
    log,
    onError,
  };
  const switchboard = new Switchboard(parts);
  await switchboard.recover();
  const sessions = createSessions(parts);
  const chats = createChats(parts, sessions);
  const simulations = createSimulations(parts, {
    ...{ sessions, chats },
    spoken: { store, switchboard, synthesizer, canHear: recognizer.name !== "none", onError },
  });
  simulations.recover();
  const documents = createDocumentReader();
  const processing = createFileProcessing({
    ...{ files: store.files, folder, clock, log },
    reader: documents,
  });
  processing.resume();

  const callMachine = callMachineRoute(script, () => synthesizer.prepare());
  const access = createAccess(keys);
  const resources = { store, clock, access, orgId: keys.orgId };
  const app = new Hono<AppEnv>();
  app.onError(respondToErrors(onError));
  app.route(
    "/_control",
    controlRoutes({
      controlToken: keys.controlToken,
      switchboard,
      webhooks,
      faults,
      setConcurrencyLimit: (limit) => (parts.concurrencyLimit = limit),
      setOutputDelay: (delayMs) => (parts.outputDelayMs = delayMs),
      async reset() {
        // Ending the calls must not send webhooks.
        webhooks.setFaults({ ...NO_FAULTS, mode: "drop" });
        await switchboard.endAll("manually-canceled");
        webhooks.reset();
        faults.clear();
        parts.concurrencyLimit = options.concurrencyLimit ?? DEFAULT_CONCURRENCY;
        store.clear();
        await folder.clear();
      },
    }),
  );
  app.use(async (c, next) => {
    if (faults.isDown) return hangUp(c);
    await next();
  });
  // Web calls start in browsers, on pages of any origin: the key decides, not the origin.
  app.use(cors({ origin: (origin) => origin || "*", allowMethods: METHODS, maxAge: 600 }));
  if (options.witness !== undefined) app.use(showTo(options.witness));
  app.use(applyFaults(faults));
  app.route("/", assistantRoutes(resources));
  app.route("/", toolRoutes(resources));
  app.route("/", fileRoutes({ ...resources, folder, processing }));
  app.route("/", credentialRoutes(resources));
  app.route("/", callRoutes({ store, switchboard, links, recordingsFolder, access }));
  app.route("/", sessionRoutes({ store, sessions, access }));
  app.route("/", chatRoutes({ store, chats, access }));
  app.route("/", structuredOutputRoutes(resources));
  const reader = { endpoint: options.answers, log };
  app.route("/", simulationRoutes({ ...parts, simulations, access, reader }));
  app.route("/", callMachine.app);
  app.all("*", requirePublished, access.privateKey, ({ req }) => {
    throw notSimulated([`${req.method} ${req.path}`]);
  });
  const sockets = acceptRoomSockets(switchboard, faults);
  door.serve(
    serveApp({
      app,
      maxBodyBytes: (incoming) => (isUpload(incoming) ? MAX_UPLOAD_BYTES : MAX_JSON_BYTES),
      tooLarge: (maxBytes) =>
        errorResponse(
          new ApiError(413, `The body of this request may hold ${maxBytes} bytes at most.`),
        ),
      onError,
    }),
    sockets.accept,
  );

  return {
    url,
    privateKey: keys.privateKey,
    publicKey: keys.publicKey,
    controlToken: keys.controlToken,
    callMachineUrl: url + callMachine.address,
    recognizer: recognizer.name,
    expectCall: () => synthesizer.prepare(),
    async close() {
      // Aborted before the calls and the chats, so that no rehearsal fails for want of an answer.
      const simulated = simulations.close();
      await switchboard.close();
      await chats.close();
      await simulated;
      sockets.close();
      await door.close();
      webhooks.reset();
      await Promise.all([synthesizer.close(), recognizer.close(), processing.close()]);
      store.close();
    },
  };
}

function isControl(pathname: string): boolean {
  return pathname.startsWith("/_control/");
}

const requirePublished: MiddlewareHandler<AppEnv> = async ({ req: { method, path } }, next) => {
  if (operationFor(method, path) === null) throw new ApiError(404, `Cannot ${method} ${path}`);
  await next();
};

function isUpload({ headers }: IncomingMessage): boolean {
  return headers["content-type"]?.startsWith("multipart/form-data") === true;
}
