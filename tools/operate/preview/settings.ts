/** The settings of the preview deployment: copies of the live one's, except where customers could notice. */
import type { Variable } from "../../../convex/shared/variables.ts";
import { LaunchError } from "../../start/launch-error.ts";
import type { Variables } from "../deployment.ts";
import { examineVariables } from "../examine/variables.ts";

/**
 * Where the preview's value comes from: a copy, only `PREVIEW_NAME` in the operator's file, or the deploy, which makes one up.
 * `PREVIEW_NAME` also takes precedence over a copy.
 */
type Source = "copied" | "own" | "generated";

const SOURCES = {
  SITE_URL: "own",
  // Checked below: a live key is never copied.
  STRIPE_SECRET_KEY: "copied",
  STRIPE_WEBHOOK_SECRET: "generated",
  STRIPE_API_URL: "copied",
  // Page tokens and links that the preview seals must be worth nothing to the live deployment.
  TRIAL_KEYS: "generated",
  VAPI_PRIVATE_KEY: "copied",
  VAPI_PUBLIC_KEY: "copied",
  VAPI_WEBHOOK_SECRET: "generated",
  VAPI_API_URL: "copied",
  VOICE_CONCURRENCY: "copied",
  CONCURRENCY_PER_OWNER: "copied",
  CONCURRENCY_PER_NETWORK: "copied",
  SIGN_UPS_PER_NETWORK: "copied",
  FREE_MINUTES_ALERT: "copied",
  SCHEDULED_FUNCTIONS: "copied",
  VOICE_IDS: "copied",
  LANGUAGE_MODEL: "copied",
  LANDING_MINUTES_A_DAY: "copied",
  // A preview sends no mail, and does not receive the replies to the live one's.
  RESEND_API_KEY: "own",
  RESEND_WEBHOOK_SECRET: "own",
  RESEND_API_URL: "own",
  MAIL_FROM: "own",
  MAIL_RECEIVING_DOMAIN: "own",
  MAIL_OUTBOX_URL: "own",
  MESSENGERS_API_URL: "copied",
  CALCOM_URL: "copied",
  WEBHOOK_RECEIVERS: "copied",
  LOCAL_WEBSITES: "copied",
  // Each client at Google and GitHub and each Turnstile widget names the addresses for which it works.
  AUTH_GOOGLE_ID: "own",
  AUTH_GOOGLE_SECRET: "own",
  AUTH_GOOGLE_URL: "own",
  AUTH_GITHUB_ID: "own",
  AUTH_GITHUB_SECRET: "own",
  AUTH_GITHUB_URL: "own",
  TURNSTILE_SITE_KEY: "own",
  TURNSTILE_SECRET_KEY: "own",
  TURNSTILE_API_URL: "own",
  SALES_EMAIL: "copied",
  SUPPORT_EMAIL: "copied",
  OPERATOR_EMAILS: "copied",
} as const satisfies Record<Variable, Source>;

const NAMES = Object.keys(SOURCES) as Variable[];
const PREFIX = "PREVIEW_";
/** Build settings that belong to the live address. The deploy derives them from the variables. */
const NOT_COPIED_BUILD = ["VITE_SITE_URL", "VITE_TURNSTILE_SITE_KEY"];

export interface PreviewSettings {
  /** The deployment's variables, without those that the deploy generates. */
  variables: Record<string, string>;
  /** Settings of the app's build. */
  build: Record<string, string>;
}

/** `live` has the live deployment's variables as the next deploy will leave them. */
export function previewSettings(settings: NodeJS.Dict<string>, live: Variables): PreviewSettings {
  const own = (name: string) => settings[`${PREFIX}${name}`]?.trim() ?? "";
  const variables: Record<string, string> = {};
  for (const name of NAMES) {
    const isCopied = SOURCES[name] === "copied" && !isReplaced(name, own);
    const value = SOURCES[name] === "generated" ? "" : own(name) || (isCopied ? live[name] : "");
    if (value !== undefined && value !== "") variables[name] = value;
  }
  refuseUnusable(variables, live);
  const build = Object.entries(settings).flatMap(([name, value = ""]) => {
    if (name.startsWith(`${PREFIX}VITE_`)) return [[name.slice(PREFIX.length), value] as const];
    const isCopied = name.startsWith("VITE_") && !NOT_COPIED_BUILD.includes(name);
    return isCopied && own(name) === "" ? [[name, value] as const] : [];
  });
  return {
    variables,
    // Empty rather than missing, because the build also reads this machine's environment.
    build: {
      VITE_TURNSTILE_SITE_KEY: variables.TURNSTILE_SITE_KEY ?? "",
      ...Object.fromEntries(build),
    },
  };
}

/** What the preview has from an earlier one and should not have any more. */
export function leftoversIn(present: Variables, wanted: Variables): string[] {
  return NAMES.filter(
    (name) => SOURCES[name] !== "generated" && name in present && !(name in wanted),
  );
}

/** A public key belongs to its private key. */
function isReplaced(name: Variable, own: (name: string) => string): boolean {
  return name === "VAPI_PUBLIC_KEY" && own("VAPI_PRIVATE_KEY") !== "";
}

function refuseUnusable(variables: Variables, live: Variables): void {
  const problems: string[] = [];
  const { SITE_URL, STRIPE_SECRET_KEY = "" } = variables;
  if (SITE_URL === undefined) {
    problems.push("PREVIEW_SITE_URL is not set: the address at which the preview's app will be.");
  } else if (SITE_URL === live.SITE_URL) {
    problems.push("PREVIEW_SITE_URL is the live address. Give the preview's app another one.");
  }
  if (!/^[sr]k_test_/.test(STRIPE_SECRET_KEY)) {
    problems.push(
      "PREVIEW_STRIPE_SECRET_KEY must be a key of Stripe's test mode (sk_test_…). A preview never gets a live key.",
    );
  }
  for (const { code, message } of examineVariables(variables)) {
    const name = NAMES.find((one) => code === `${one}-wrong` || code === `${one}-missing`);
    if (name === undefined || SOURCES[name] === "generated") continue;
    if (name === "STRIPE_SECRET_KEY" || code === "SITE_URL-missing") continue;
    problems.push(`${message} Set ${PREFIX}${name}.`);
  }
  if (problems.length === 0) return;
  throw new LaunchError(
    ["Nothing was changed. The preview's settings cannot be used:", "", ...problems].join("\n"),
  );
}
