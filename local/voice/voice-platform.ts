/** A Vapi-compatible voice platform on this machine: one process, one folder, one port. */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { AdjustableClock } from "../clock.ts";
import type { Clock } from "../clock.ts";
import { openFrontDoor } from "../front-door.ts";
import { bundleCallMachine } from "./call-machine-script.ts";
import { createRecordingLinks } from "./calls/recording-links.ts";
import { Switchboard } from "./calls/switchboard.ts";
import type { SwitchboardParts } from "./calls/switchboard.ts";
import { createDocumentDesk } from "./documents/document-desk.ts";
import { createDocumentReader } from "./documents/document-reader.ts";
import type { Endpoint } from "./endpoint.ts";
import { chooseRecognizer } from "./hearing/recognizer.ts";
import type { LocalRecognizer, Recognizer } from "./hearing/recognizer.ts";
import { assistantRoutes } from "./http/assistant-routes.ts";
import { withErrors } from "./http/api-error.ts";
import { callMachineRoute } from "./http/call-machine-route.ts";
import { callRoutes } from "./http/call-routes.ts";
import { controlRoutes } from "./http/control-routes.ts";
import { credentialRoutes } from "./http/credential-routes.ts";
import { withCors } from "./http/cors.ts";
import { serve } from "./http/exchange.ts";
import { createFaults, withFaults } from "./http/faults.ts";
import { fileRoutes } from "./http/file-routes.ts";
import { acceptRoomSockets } from "./http/room-sockets.ts";
import { createRouter, requirePublicKey } from "./http/router.ts";
import { toolRoutes } from "./http/tool-routes.ts";
import { keptKeys } from "./keys.ts";
import { knowledgeOf } from "./knowledge.ts";
import { openSynthesizer } from "./speech/synthesizer.ts";
import { openFileFolder } from "./store/file-folder.ts";
import { openPlatformStore } from "./store/platform-store.ts";
import { createCourier, NO_FAULTS } from "./webhooks/courier.ts";
import { withWitness } from "./witness.ts";
import type { Witness } from "./witness.ts";

export interface VoicePlatformOptions {
  dataFolder: string;
  /** 0 takes any that is free. */
  port: number;
  clock?: Clock;
  /** In place of the data folder's own; must begin with `local-private-`. */
  privateKey?: string;
  /** Calls that may be under way at once. */
  concurrencyLimit?: number;
  /** How long nobody may speak before a call is ended. */
  silenceTimeoutSeconds?: number;
  /** An OpenAI-compatible server that puts speech into words. */
  transcription?: Endpoint;
  /** An OpenAI-compatible server that answers visitors. */
  answers?: Endpoint;
  /** Which of this machine's own recognizers is used first: `built-in` unless it says otherwise. */
  recognizer?: LocalRecognizer;
  /** Sees all that is asked, answered and reported. */
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
  /** What puts speech into words. */
  recognizer: Recognizer["name"];
  /** Somebody sees a page from which calls are made. */
  expectCall(): void;
  close(): Promise<void>;
}

const DEFAULT_CONCURRENCY = 10;
const DEFAULT_SILENCE_SECONDS = 30;

export async function startVoicePlatform(options: VoicePlatformOptions): Promise<VoicePlatform> {
  const { dataFolder, clock = new AdjustableClock() } = options;
  const log = options.log ?? (() => undefined);
  const onError = (error: unknown) =>
    log(error instanceof Error ? (error.stack ?? error.message) : String(error));

  const recordingsFolder = path.join(dataFolder, "recordings");
  await mkdir(recordingsFolder, { recursive: true });
  const keys = await keptKeys(dataFolder, options.privateKey);
  // The port first: whoever finds it taken has touched no data.
  const door = await openFrontDoor({
    port: options.port,
    onError,
    // As at the vendor, keys and unguessable rooms decide, not origins. Of control no page knows.
    admits: ({ url }) => !isControl(url),
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
  const courier = createCourier({
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
    courier,
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
  const reader = createDocumentReader();
  const desk = createDocumentDesk({ files: store.files, folder, reader, clock, log });
  desk.resume();

  const callMachine = callMachineRoute(script, () => synthesizer.prepare());
  const api = createRouter(
    [
      ...assistantRoutes({ store, clock, orgId: keys.orgId }),
      ...toolRoutes({ store, clock, orgId: keys.orgId }),
      ...fileRoutes({ store, folder, desk, clock, orgId: keys.orgId }),
      ...credentialRoutes({ store, clock, orgId: keys.orgId }),
      ...callRoutes({
        store,
        switchboard,
        links,
        recordingsFolder,
        requirePublicKey: (request) => requirePublicKey(request, keys),
      }),
      callMachine,
    ],
    keys,
  );
  const control = createRouter(
    controlRoutes({
      controlToken: keys.controlToken,
      switchboard,
      courier,
      faults,
      setConcurrencyLimit: (limit) => (parts.concurrencyLimit = limit),
      setOutputDelay: (delayMs) => (parts.outputDelayMs = delayMs),
      async reset() {
        // Who resets does not want to hear of what was before.
        courier.setFaults({ ...NO_FAULTS, mode: "drop" });
        await switchboard.endAll("manually-canceled");
        courier.reset();
        faults.clear();
        parts.concurrencyLimit = options.concurrencyLimit ?? DEFAULT_CONCURRENCY;
        store.clear();
        await folder.clear();
      },
    }),
    keys,
  );
  const answer = withCors(
    withWitness(withErrors(withFaults(api, faults), onError), options.witness),
  );
  const answerControl = withErrors(control, onError);
  const sockets = acceptRoomSockets(switchboard, faults);
  door.serve(
    serve(async (request) => {
      if (isControl(new URL(request.url))) return answerControl(request);
      return faults.isDown ? null : answer(request);
    }, onError),
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
      await switchboard.close();
      sockets.close();
      await door.close();
      courier.reset();
      await Promise.all([synthesizer.close(), recognizer.close(), desk.close()]);
      store.close();
    },
  };
}

function isControl({ pathname }: URL): boolean {
  return pathname.startsWith("/_control/");
}
