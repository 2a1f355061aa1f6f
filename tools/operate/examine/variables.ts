/** Whether the environment has what the product needs, in a form that it can use. */
import { VARIABLES } from "../../../convex/shared/variables.ts";
import type { Variable } from "../../../convex/shared/variables.ts";
import { VOICES } from "../../../convex/shared/voices.ts";
import type { Variables } from "../deployment.ts";
import { findingsAbout } from "./finding.ts";
import type { Finding } from "./finding.ts";

type Known = Variable | "JWT_PRIVATE_KEY" | "JWKS";

const { sound, fault } = findingsAbout("variables");

const COUNT = /^[1-9]\d{0,5}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** With a name before it or without. */
const SENDER = /^(?:[^<>@]+<[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+)$/;

const REQUIRED: Known[] = [
  "SITE_URL",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "VAPI_PRIVATE_KEY",
  "VAPI_WEBHOOK_SECRET",
  "TRIAL_KEYS",
  "JWT_PRIVATE_KEY",
  "JWKS",
];

const MADE_BY_DEPLOY: readonly Known[] = [
  "JWT_PRIVATE_KEY",
  "JWKS",
  "STRIPE_WEBHOOK_SECRET",
  "VAPI_WEBHOOK_SECRET",
  "TRIAL_KEYS",
];

type Objection = (value: string) => string | null;

/** What is wrong with a value, in words that follow its name; null when nothing is. */
const OBJECTIONS: Partial<Record<Known, Objection>> = {
  SITE_URL: objectionToSiteUrl,
  STRIPE_SECRET_KEY: (value) =>
    /^[sr]k_(live|test)_\w+$/.test(value)
      ? null
      : "is no secret key of Stripe's (sk_live_… or sk_test_…)",
  STRIPE_WEBHOOK_SECRET: (value) =>
    value.startsWith("whsec_") ? null : "is no signing secret of Stripe's (whsec_…)",
  VAPI_WEBHOOK_SECRET: (value) => (value.length >= 20 ? null : "is short enough to be guessed"),
  TRIAL_KEYS: (value) =>
    value.split(/\s+/).every((key) => key.length >= 20)
      ? null
      : "has a key that is short enough to be guessed",
  VOICE_CONCURRENCY: objectionToCount,
  CONCURRENCY_PER_OWNER: objectionToCount,
  CONCURRENCY_PER_NETWORK: objectionToCount,
  SIGN_UPS_PER_NETWORK: objectionToCount,
  SCHEDULED_FUNCTIONS: (value) =>
    /^\d{1,6}$/.test(value) && Number(value) >= 8 ? null : "is no whole number from 8 up",
  FREE_MINUTES_ALERT: objectionToCount,
  LANDING_MINUTES_A_DAY: (value) => (value === "0" ? null : objectionToCount(value)),
  VOICE_IDS: objectionToVoiceIds,
  RESEND_API_KEY: (value) => (/^re_\w+$/.test(value) ? null : "is no key of Resend's (re_…)"),
  RESEND_WEBHOOK_SECRET: (value) =>
    value.startsWith("whsec_") ? null : "is no signing secret of Resend's (whsec_…)",
  MAIL_FROM: (value) => (SENDER.test(value) ? null : "is no sender like Hark <hello@hark.example>"),
  TURNSTILE_SITE_KEY: objectionToTestingKey,
  TURNSTILE_SECRET_KEY: objectionToTestingKey,
  SALES_EMAIL: objectionToEmail,
  SUPPORT_EMAIL: objectionToEmail,
};

export function examineVariables(variables: Variables): Finding[] {
  const findings: Finding[] = [];
  for (const name of REQUIRED) {
    if (valueOf(variables, name) !== "") continue;
    findings.push(
      fault(`${name}-missing`, `${name} is not set: ${purposeOf(name)}.`, howToGet(name)),
    );
  }
  for (const [name, objectionTo] of Object.entries(OBJECTIONS) as [Known, Objection][]) {
    const value = valueOf(variables, name);
    const objection = value === "" ? null : objectionTo(value);
    if (objection === null) continue;
    findings.push(fault(`${name}-wrong`, `${name} ${objection}.`, howToSet(name)));
  }
  findings.push(
    ...objectionsToHalves(variables),
    ...objectionsToModes(variables),
    ...objectionsToPublicKey(variables),
  );
  const count = Object.keys(variables).length;
  return findings.length > 0 ? findings : [sound("variables", `All ${count} can be used.`)];
}

/** One of two that are of no use alone: then all is as if neither were set. */
function objectionsToHalves(variables: Variables): Finding[] {
  const pairs = [
    ["nobody can sign in with Google", "AUTH_GOOGLE_ID", "AUTH_GOOGLE_SECRET"],
    ["nobody can sign in with GitHub", "AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET"],
    ["Turnstile is off", "TURNSTILE_SITE_KEY", "TURNSTILE_SECRET_KEY"],
  ] as const;
  return pairs.flatMap(([consequence, ...names]) => {
    const missing = names.filter((name) => valueOf(variables, name) === "");
    const [name] = missing;
    if (name === undefined || missing.length === names.length) return [];
    const says = `${name} is not set, so ${consequence}: ${purposeOf(name)}.`;
    return [fault(`${name}-missing`, says, howToSet(name))];
  });
}

/** It goes to addresses beside the platform's API, where the private one must never go. */
function objectionsToPublicKey(variables: Variables): Finding[] {
  const key = valueOf(variables, "VAPI_PUBLIC_KEY");
  if (key === "" || key !== valueOf(variables, "VAPI_PRIVATE_KEY")) return [];
  const says = "VAPI_PUBLIC_KEY is the private key.";
  return [fault("VAPI_PUBLIC_KEY-wrong", says, howToSet("VAPI_PUBLIC_KEY"))];
}

function objectionsToModes(variables: Variables): Finding[] {
  const isLive = /^[sr]k_live_/.test(valueOf(variables, "STRIPE_SECRET_KEY"));
  const standIns = (
    [
      "STRIPE_API_URL",
      "VAPI_API_URL",
      "RESEND_API_URL",
      "MAIL_OUTBOX_URL",
      "AUTH_GOOGLE_URL",
      "AUTH_GITHUB_URL",
      "TURNSTILE_API_URL",
      "WEBHOOK_RECEIVERS",
    ] as const
  ).filter((name) => valueOf(variables, name) !== "");
  if (!isLive) return [];
  const findings = standIns.map((name) =>
    fault(
      `${name}-with-live-key`,
      `${name} names what is not for production, while Stripe's key takes real money.`,
      `npx convex env remove ${name}`,
    ),
  );
  if (isLocal(valueOf(variables, "SITE_URL"))) {
    findings.push(
      fault(
        "SITE_URL-with-live-key",
        "Stripe's key takes real money, while SITE_URL leads to this machine.",
        "Set the app's public address, or a key of Stripe's test mode.",
      ),
    );
  }
  return findings;
}

function objectionToSiteUrl(value: string): string | null {
  if (!URL.canParse(value)) return "is no address";
  const { origin, protocol } = new URL(value);
  if (origin !== value) return `must be an origin alone, like ${origin}`;
  return protocol === "https:" || isLocal(value)
    ? null
    : "must begin with https: without it browsers give no microphone";
}

function objectionToVoiceIds(value: string): string | null {
  const example = 'must be JSON like {"jessica":"<voice id>"}';
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    return example;
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return example;
  for (const [id, voiceId] of Object.entries(parsed)) {
    if (typeof voiceId !== "string") return example;
    if (!VOICES.some((voice) => voice.id === id)) return `names "${id}", which is no voice of ours`;
  }
  return null;
}

/** developers.cloudflare.com/turnstile/troubleshooting/testing */
function objectionToTestingKey(value: string): string | null {
  return /^[123]x0{20,}[A-F]{2}$/.test(value)
    ? "is one of the keys that Cloudflare publishes for tests: no visitor could call"
    : null;
}

function objectionToCount(value: string): string | null {
  return COUNT.test(value) ? null : "is no whole number from 1 up";
}

function objectionToEmail(value: string): string | null {
  return EMAIL.test(value) ? null : "is no e-mail address";
}

function isLocal(address: string): boolean {
  return /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|$)/.test(address);
}

function purposeOf(name: Known): string {
  if (name === "JWT_PRIVATE_KEY") return "it is the key that signs sessions";
  if (name === "JWKS") return "it is the public half of the key that signs sessions";
  return `it is ${VARIABLES[name]}`;
}

function howToSet(name: Known): string {
  return `npx convex env set ${name}`;
}

function howToGet(name: Known): string {
  return MADE_BY_DEPLOY.includes(name) ? "npm run deploy makes it." : howToSet(name);
}

function valueOf(variables: Variables, name: string): string {
  return variables[name]?.trim() ?? "";
}
