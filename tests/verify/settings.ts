/** Reads and checks the command line and the environment. */
import { readFileSync } from "node:fs";
import { parseArgs, parseEnv } from "node:util";
import type { EnteredMessenger } from "../../convex/notifications/messengers/table.ts";

export interface Settings {
  isYes: boolean;
  isClean: boolean;
  /** Whether calls, which cost money, are allowed. */
  mayCall: boolean;
  /** Timeout for what a vendor does. */
  timeoutMs: number;
  /** Folder of the report. */
  folder: string;
  /** The selected parts; all if empty. */
  parts: Part[];
  /** Only cases whose title contains this. */
  only?: string;
  convex?: ConvexKeys;
  stripe?: VendorKeys;
  vapi?: VendorKeys;
  /** Set only if its part is selected, because it needs no key. */
  turnstile?: { url?: string };
  calCom?: CalComLink;
  messengers?: Channels;
}

/** Without the address of a stand-in, the vendor's own is used. */
export interface CalComLink {
  link: string;
  url?: string;
}

export interface Channels {
  to: EnteredMessenger[];
  url?: string;
}

export const PARTS = [
  "Convex",
  "Components",
  "Sign-in",
  "Hark",
  "Stripe",
  "Vapi",
  "Turnstile",
  "Cal.com",
  "Messengers",
] as const;
export type Part = (typeof PARTS)[number];

export type ConvexKeys =
  { kind: "cloud"; deployKey: string } | { kind: "self-hosted"; url: string; adminKey: string };

export interface VendorKeys {
  key: string;
  /** Missing for the vendor itself. */
  url?: string;
}

/** An error for the user, shown without a stack trace. */
export class Refusal extends Error {}

type Environment = Record<string, string | undefined>;

const USAGE = `npm run verify -- [options]

  --env-file FILE   keys, beside those of the environment
  --yes             do not ask
  --calls           also hold a call at Vapi, and send typed messages, which costs
  --only TEXT       only the cases whose title has this in it, such as a code
  --part NAME       only this one: ${PARTS.join(", ")}; may be given again
  --patience S      how many seconds a webhook may take, 60 unless told
  --clean           only remove what broken runs have left behind
  --report FOLDER   where the report goes; otherwise here

  CONVEX_DEPLOY_KEY                     an empty deployment's deploy key, or
  CONVEX_SELF_HOSTED_URL and
  CONVEX_SELF_HOSTED_ADMIN_KEY          an empty self-hosted deployment
  STRIPE_SECRET_KEY                     a key of Stripe's test mode or a sandbox
  VAPI_PRIVATE_KEY                      a private key of Vapi
  CALCOM_LINK                           the link of a public event type at Cal.com
  SLACK_WEBHOOK, TEAMS_WEBHOOK,
  DISCORD_WEBHOOK, or TELEGRAM_TOKEN
  and TELEGRAM_CHAT                     a channel that gets one message

  Turnstile takes no key, and is tried when --part names it.
`;

export function readSettings(args: string[], environment: Environment): Settings {
  const { values } = options(args);
  const file = values["env-file"];
  const given = { ...environment, ...(file === undefined ? {} : readEnvFile(file)) };
  const convex = convexKeys(given);
  const stripe = stripeKeys(given);
  const vapi = vendorKeys(given.VAPI_PRIVATE_KEY, given.VAPI_API_URL);
  const parts = values.part.map(partOf);
  const turnstile = parts.includes("Turnstile") ? urlOf(given.TURNSTILE_API_URL) : undefined;
  const calCom = calComLink(given);
  const messengers = channelsIn(given);
  const all = [convex, stripe, vapi, turnstile, calCom, messengers];
  if (all.every((one) => one === undefined)) {
    throw new Refusal(`No key is given.\n\n${USAGE}`);
  }
  return {
    isYes: values.yes,
    isClean: values.clean,
    mayCall: values.calls,
    timeoutMs: patienceOf(values.patience),
    parts,
    folder: values.report,
    ...(values.only === undefined ? {} : { only: values.only }),
    ...(convex === undefined ? {} : { convex }),
    ...(stripe === undefined ? {} : { stripe }),
    ...(vapi === undefined ? {} : { vapi }),
    ...(turnstile === undefined ? {} : { turnstile }),
    ...(calCom === undefined ? {} : { calCom }),
    ...(messengers === undefined ? {} : { messengers }),
  };
}

function options(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        "env-file": { type: "string" },
        yes: { type: "boolean", default: false },
        calls: { type: "boolean", default: false },
        clean: { type: "boolean", default: false },
        only: { type: "string" },
        part: { type: "string", multiple: true, default: [] as string[] },
        patience: { type: "string", default: "60" },
        report: { type: "string", default: "." },
      },
    });
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n\n${USAGE}`, { cause: error });
  }
}

function partOf(name: string): Part {
  const known = PARTS.find((part) => part === name);
  if (known !== undefined) return known;
  throw new Refusal(`--part takes one of ${PARTS.join(", ")}.\n\n${USAGE}`);
}

function patienceOf(seconds: string): number {
  if (/^[1-9]\d{0,3}$/.test(seconds)) return Number(seconds) * 1000;
  throw new Refusal(`--patience takes whole seconds.\n\n${USAGE}`);
}

function readEnvFile(file: string): Environment {
  try {
    return parseEnv(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Refusal(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Distinguishes the kinds of key as the CLI does: convex, src/cli/lib/deployment.ts. */
function convexKeys(given: Environment): ConvexKeys | undefined {
  const deployKey = textOf(given.CONVEX_DEPLOY_KEY);
  const url = textOf(given.CONVEX_SELF_HOSTED_URL);
  const adminKey = textOf(given.CONVEX_SELF_HOSTED_ADMIN_KEY);
  if (deployKey !== undefined && url !== undefined) {
    throw new Refusal(
      "Both a deploy key and a self-hosted deployment are given. Give one of them.",
    );
  }
  if (url !== undefined) {
    if (adminKey === undefined) {
      throw new Refusal("CONVEX_SELF_HOSTED_URL is given without CONVEX_SELF_HOSTED_ADMIN_KEY.");
    }
    return { kind: "self-hosted", url, adminKey };
  }
  if (deployKey === undefined) return undefined;
  if (deployKey.startsWith("project:") || /^preview:[^|]*:/.test(deployKey)) {
    throw new Refusal(
      "CONVEX_DEPLOY_KEY opens a whole project. Give the key of one deployment that holds nothing.",
    );
  }
  return { kind: "cloud", deployKey };
}

function stripeKeys(given: Environment): VendorKeys | undefined {
  const key = textOf(given.STRIPE_SECRET_KEY);
  if (key === undefined) return undefined;
  if (/^(sk|rk)_live_/.test(key)) {
    throw new Refusal("STRIPE_SECRET_KEY is a live key: real money. Only test keys are taken.");
  }
  if (!/^(sk|rk)_test_/.test(key)) {
    throw new Refusal("STRIPE_SECRET_KEY is no secret key of test mode (sk_test_… or rk_test_…).");
  }
  return vendorKeys(key, given.STRIPE_API_URL);
}

function vendorKeys(givenKey: string | undefined, givenUrl: string | undefined) {
  const key = textOf(givenKey);
  if (key === undefined) return undefined;
  return { key, ...urlOf(givenUrl) } satisfies VendorKeys;
}

function calComLink(given: Environment): CalComLink | undefined {
  const link = textOf(given.CALCOM_LINK);
  return link === undefined ? undefined : { link, ...urlOf(given.CALCOM_URL) };
}

function channelsIn(given: Environment): Channels | undefined {
  const addresses = [
    ["slack", given.SLACK_WEBHOOK],
    ["teams", given.TEAMS_WEBHOOK],
    ["discord", given.DISCORD_WEBHOOK],
  ] as const;
  const [token, chatId] = [textOf(given.TELEGRAM_TOKEN), textOf(given.TELEGRAM_CHAT)];
  if ((token === undefined) !== (chatId === undefined)) {
    throw new Refusal("Telegram needs both TELEGRAM_TOKEN and TELEGRAM_CHAT.");
  }
  const to: EnteredMessenger[] = addresses.flatMap(([kind, address]) => {
    const url = textOf(address);
    return url === undefined ? [] : [{ kind, url }];
  });
  if (token !== undefined && chatId !== undefined) to.push({ kind: "telegram", token, chatId });
  return to.length === 0 ? undefined : { to, ...urlOf(given.MESSENGERS_API_URL) };
}

function urlOf(givenUrl: string | undefined): { url?: string } {
  const url = textOf(givenUrl);
  return url === undefined ? {} : { url };
}

function textOf(value: string | undefined): string | undefined {
  return value === undefined || value === "" ? undefined : value;
}
