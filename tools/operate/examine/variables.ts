/** Checks that the required environment variables are set and valid. */
import { checkMissingVariable } from "../../../convex/shared/deploymentChecks.ts";
import { REQUIRED_VARIABLES, VARIABLES } from "../../../convex/shared/variables.ts";
import type { Variable } from "../../../convex/shared/variables.ts";
import { VOICES } from "../../../convex/shared/voices.ts";
import { DEFAULT_LANGUAGE_MODEL, parseLanguageModel } from "../../../convex/vendors/vapiModel.ts";
import type { Variables } from "../deployment.ts";
import { findingsOn } from "./finding.ts";
import type { Finding } from "./finding.ts";

const { ok, fault } = findingsOn("variables");

const COUNT = /^[1-9]\d{0,5}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const DOMAIN = /^[a-z\d-]+(\.[a-z\d-]+)+$/i;

/** An address, with or without a name before it. */
const SENDER = /^(?:[^<>@]+<[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+)$/;

/** `npm run deploy` creates them. */
const KEYS = {
  JWT_PRIVATE_KEY: "the key that signs sessions",
  JWKS: "the public half of the key that signs sessions",
};

type Check = (value: string) => string | null;

/** Each check returns what is wrong with the value, as a phrase that follows its name; null if it is valid. */
const CHECKS: Partial<Record<Variable, Check>> = {
  SITE_URL: siteUrlProblem,
  STRIPE_SECRET_KEY: (value) =>
    /^[sr]k_(live|test)_\w+$/.test(value)
      ? null
      : "is not a Stripe secret key (sk_live_… or sk_test_…)",
  STRIPE_WEBHOOK_SECRET: (value) =>
    value.startsWith("whsec_") ? null : "is not a Stripe signing secret (whsec_…)",
  VAPI_WEBHOOK_SECRET: (value) => (value.length >= 20 ? null : "is too short"),
  TRIAL_KEYS: (value) =>
    value.split(/\s+/).every((key) => key.length >= 20) ? null : "contains a key that is too short",
  VOICE_CONCURRENCY: countProblem,
  CONCURRENCY_PER_OWNER: countProblem,
  CONCURRENCY_PER_NETWORK: countProblem,
  SIGN_UPS_PER_NETWORK: countProblem,
  SCHEDULED_FUNCTIONS: (value) =>
    /^\d{1,6}$/.test(value) && Number(value) >= 8 ? null : "is not a whole number of at least 8",
  FREE_MINUTES_ALERT: countProblem,
  LANDING_MINUTES_A_DAY: (value) => (value === "0" ? null : countProblem(value)),
  VOICE_IDS: voiceIdsProblem,
  LANGUAGE_MODEL: languageModelProblem,
  RESEND_API_KEY: (value) => (/^re_\w+$/.test(value) ? null : "is not a Resend key (re_…)"),
  RESEND_WEBHOOK_SECRET: (value) =>
    value.startsWith("whsec_") ? null : "is not a Resend signing secret (whsec_…)",
  MAIL_FROM: (value) =>
    SENDER.test(value) ? null : "is not a sender like Hark <hello@hark.example>",
  MAIL_RECEIVING_DOMAIN: (value) =>
    DOMAIN.test(value) ? null : "is not a domain like reply.hark.example",
  MESSENGERS_API_URL: (value) =>
    isLocal(value) ? null : "is not an address of this machine, where alone a stand-in can be",
  CALCOM_URL: (value) =>
    isLocal(value) ? null : "is not an address of this machine, where alone a stand-in can be",
  TURNSTILE_SITE_KEY: testingKeyProblem,
  TURNSTILE_SECRET_KEY: testingKeyProblem,
  OPERATOR_EMAILS: (value) =>
    value.split(",").every((address) => EMAIL.test(address.trim()))
      ? null
      : "is not one or more email addresses, separated by commas",
  SALES_EMAIL: emailProblem,
  SUPPORT_EMAIL: emailProblem,
};

export function examineVariables(variables: Variables): Finding[] {
  const findings: Finding[] = [];
  for (const name of REQUIRED_VARIABLES) {
    if (valueOf(variables, name) !== "") continue;
    findings.push({ topic: "variables", ...checkMissingVariable(name) });
  }
  for (const [name, purpose] of Object.entries(KEYS)) {
    if (valueOf(variables, name) !== "") continue;
    const message = `${name} is not set: it is ${purpose}.`;
    findings.push(fault(`${name}-missing`, message, "npm run deploy creates it."));
  }
  for (const [name, objectionTo] of Object.entries(CHECKS) as [Variable, Check][]) {
    const value = valueOf(variables, name);
    const objection = value === "" ? null : objectionTo(value);
    if (objection === null) continue;
    findings.push(fault(`${name}-wrong`, `${name} ${objection}.`, setCommand(name)));
  }
  findings.push(
    ...findHalfSetPairs(variables),
    ...findTestSettingsInProduction(variables),
    ...findPrivateKeyAsPublic(variables),
  );
  const count = Object.keys(variables).length;
  return findings.length > 0 ? findings : [ok("variables", `All ${count} are valid.`)];
}

/** Pairs of which only one variable is set. Hark then behaves as if neither were. */
function findHalfSetPairs(variables: Variables): Finding[] {
  const pairs = [
    ["nobody can sign in with Google", "AUTH_GOOGLE_ID", "AUTH_GOOGLE_SECRET"],
    ["nobody can sign in with GitHub", "AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET"],
    ["Turnstile is off", "TURNSTILE_SITE_KEY", "TURNSTILE_SECRET_KEY"],
  ] as const;
  return pairs.flatMap(([consequence, ...names]) => {
    const missing = names.filter((name) => valueOf(variables, name) === "");
    const [name] = missing;
    if (name === undefined || missing.length === names.length) return [];
    const message = `${name} is not set, so ${consequence}: it is ${VARIABLES[name]}.`;
    return [fault(`${name}-missing`, message, setCommand(name))];
  });
}

/** The public key is also sent to other addresses than the API's, where the private key must never go. */
function findPrivateKeyAsPublic(variables: Variables): Finding[] {
  const key = valueOf(variables, "VAPI_PUBLIC_KEY");
  if (key === "" || key !== valueOf(variables, "VAPI_PRIVATE_KEY")) return [];
  const message = "VAPI_PUBLIC_KEY is the private key.";
  return [fault("VAPI_PUBLIC_KEY-wrong", message, setCommand("VAPI_PUBLIC_KEY"))];
}

function findTestSettingsInProduction(variables: Variables): Finding[] {
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
      "MESSENGERS_API_URL",
      "CALCOM_URL",
      "WEBHOOK_RECEIVERS",
      "LOCAL_WEBSITES",
    ] as const
  ).filter((name) => valueOf(variables, name) !== "");
  if (!isLive) return [];
  const findings = standIns.map((name) =>
    fault(
      `${name}-with-live-key`,
      `${name} is for tests only, but Stripe's key is live.`,
      `npx convex env remove ${name}`,
    ),
  );
  if (isLocal(valueOf(variables, "SITE_URL"))) {
    findings.push(
      fault(
        "SITE_URL-with-live-key",
        "Stripe's key is live, but SITE_URL leads to this machine.",
        "Set the app's public address, or a key of Stripe's test mode.",
      ),
    );
  }
  return findings;
}

function siteUrlProblem(value: string): string | null {
  if (!URL.canParse(value)) return "is no address";
  const { origin, protocol } = new URL(value);
  if (origin !== value) return `must be an origin only, like ${origin}`;
  return protocol === "https:" || isLocal(value)
    ? null
    : "must begin with https, because browsers allow the microphone only there";
}

function languageModelProblem(value: string): string | null {
  try {
    parseLanguageModel(value);
    return null;
  } catch {
    return `must be a provider and its model, like ${DEFAULT_LANGUAGE_MODEL}`;
  }
}

function voiceIdsProblem(value: string): string | null {
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
    if (!VOICES.some((voice) => voice.id === id))
      return `names "${id}", which is not one of our voices`;
  }
  return null;
}

/** developers.cloudflare.com/turnstile/troubleshooting/testing */
function testingKeyProblem(value: string): string | null {
  return /^[123]x0{20,}[A-F]{2}$/.test(value)
    ? "is one of the keys that Cloudflare publishes for tests: no visitor could call"
    : null;
}

function countProblem(value: string): string | null {
  return COUNT.test(value) ? null : "is not a whole number of at least 1";
}

function emailProblem(value: string): string | null {
  return EMAIL.test(value) ? null : "is not an email address";
}

function isLocal(address: string): boolean {
  return /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|$)/.test(address);
}

function setCommand(name: Variable): string {
  return `npx convex env set ${name}`;
}

function valueOf(variables: Variables, name: string): string {
  return variables[name]?.trim() ?? "";
}
