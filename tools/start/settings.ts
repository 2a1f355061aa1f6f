import path from "node:path";
import type { Endpoint } from "@hark/vapi-stand-in/endpoint";
import { LOCAL_RECOGNIZERS } from "@hark/vapi-stand-in/hearing/recognizer";
import type { LocalRecognizer } from "@hark/vapi-stand-in/hearing/recognizer";
import { LaunchError } from "./launch-error.ts";
import { PROJECT_ROOT } from "./project-root.ts";

export interface Settings {
  port: number;
  backendPort: number;
  sitePort: number;
  voicePort: number;
  stripePort: number;
  mailPort: number;
  messengersPort: number;
  calendarPort: number;
  dataFolder: string;
  /** Origins of servers on this machine that may receive webhooks. */
  webhookReceivers?: string[];
  /** Websites on this machine that assistants may read. */
  localWebsites?: string[];
  /** OpenAI-compatible servers that the voice platform uses instead of its own answers and recognizer, if set. */
  answers?: Endpoint;
  transcription?: Endpoint;
  /** Which recognizer of this machine the voice platform prefers. */
  recognizer?: LocalRecognizer;
}

type PortSetting = Exclude<
  keyof Settings,
  "dataFolder" | "webhookReceivers" | "localWebsites" | "answers" | "transcription" | "recognizer"
>;

export const PORT_SETTINGS: Record<PortSetting, { variable: string; standard: number }> = {
  port: { variable: "HARK_PORT", standard: 4275 },
  backendPort: { variable: "HARK_BACKEND_PORT", standard: 4276 },
  sitePort: { variable: "HARK_SITE_PORT", standard: 4277 },
  voicePort: { variable: "HARK_VOICE_PORT", standard: 4278 },
  stripePort: { variable: "HARK_STRIPE_PORT", standard: 4279 },
  mailPort: { variable: "HARK_MAIL_PORT", standard: 4280 },
  // 4281 is left for receivers of webhooks.
  messengersPort: { variable: "HARK_MESSENGERS_PORT", standard: 4282 },
  calendarPort: { variable: "HARK_CALENDAR_PORT", standard: 4283 },
};

type Env = Readonly<Record<string, string | undefined>>;

export function readSettings(env: Env): Settings {
  const problems: string[] = [];
  const ports = {
    ...{ port: 0, backendPort: 0, sitePort: 0, voicePort: 0, stripePort: 0, mailPort: 0 },
    ...{ messengersPort: 0, calendarPort: 0 },
  };
  const users = new Map<number, string>();
  for (const [name, { variable, standard }] of entriesOf(PORT_SETTINGS)) {
    const text = env[variable]?.trim() ?? "";
    const port = text === "" ? standard : Number(text);
    if (!/^\d*$/.test(text) || port < 1 || port > 65535) {
      problems.push(`${variable} must be a port from 1 to 65535, not "${text}".`);
      continue;
    }
    const other = users.get(port);
    if (other !== undefined) problems.push(`${variable} and ${other} are both ${port}.`);
    users.set(port, variable);
    ports[name] = port;
  }
  const answers = readEndpoint(env, "HARK_ANSWERS", problems);
  const transcription = readEndpoint(env, "HARK_TRANSCRIPTION", problems);
  const recognizer = readRecognizer(env, problems);
  const webhookReceivers = readOrigins(env, "HARK_WEBHOOK_RECEIVERS", problems);
  const localWebsites = readOrigins(env, "HARK_LOCAL_WEBSITES", problems);
  if (problems.length > 0) throw new LaunchError(problems.join("\n"));
  const folder = env.HARK_DATA?.trim() ?? "";
  return {
    ...ports,
    dataFolder: path.resolve(PROJECT_ROOT, folder === "" ? ".local" : folder),
    webhookReceivers: webhookReceivers ?? DEFAULT_RECEIVERS,
    ...(localWebsites === null ? {} : { localWebsites }),
    ...(answers === null ? {} : { answers }),
    ...(transcription === null ? {} : { transcription }),
    ...(recognizer === null ? {} : { recognizer }),
  };
}

/** Receivers that work without any setting, to try webhooks out. */
const DEFAULT_RECEIVERS = ["http://localhost:4281", "http://127.0.0.1:4281"];

/** Reads origins separated by spaces; null if the variable is not set. */
function readOrigins(env: Env, name: string, problems: string[]): string[] | null {
  const text = env[name]?.trim() ?? "";
  if (text === "") return null;
  return text.split(/\s+/).map((address) => {
    if (/^https?:\/\//.test(address) && URL.canParse(address)) return new URL(address).origin;
    problems.push(`${name} must be URLs like http://localhost:5678, not "${address}".`);
    return address;
  });
}

/** Reads `<prefix>_URL`, `<prefix>_MODEL` and, if the server needs one, a key. */
function readEndpoint(env: Env, prefix: string, problems: string[]): Endpoint | null {
  const valueOf = (name: string) => env[`${prefix}_${name}`]?.trim() ?? "";
  const [baseUrl, model, key] = [valueOf("URL"), valueOf("MODEL"), valueOf("KEY")];
  if (baseUrl === "") return null;
  if (!URL.canParse(baseUrl) || model === "") {
    problems.push(`${prefix}_URL must be a URL, and ${prefix}_MODEL the name of a model there.`);
    return null;
  }
  return { baseUrl, model, ...(key === "" ? {} : { key }) };
}

/** Null if the variable is not set. */
function readRecognizer(env: Env, problems: string[]): LocalRecognizer | null {
  const text = env.HARK_RECOGNIZER?.trim() ?? "";
  if (text === "") return null;
  const chosen = LOCAL_RECOGNIZERS.find((name) => name === text);
  if (chosen !== undefined) return chosen;
  problems.push(`HARK_RECOGNIZER must be one of ${LOCAL_RECOGNIZERS.join(", ")}, not "${text}".`);
  return null;
}

function entriesOf<K extends string, V>(record: Record<K, V>): [K, V][] {
  return Object.entries(record) as [K, V][];
}
