import { env } from "./_generated/server";

/** Every variable that the product reads, and what it is for. Nothing else reads the environment. */
const PURPOSE = {
  SITE_URL: "the address of the app, to which the payment pages lead back",
  STRIPE_SECRET_KEY: "the key with which Stripe is called (sk_live_... or sk_test_...)",
  STRIPE_WEBHOOK_SECRET: "the secret with which Stripe signs its events (whsec_...)",
  STRIPE_API_URL: "where Stripe is, when it is not api.stripe.com",
  VAPI_PRIVATE_KEY: "the private key with which the voice platform is called",
  VAPI_WEBHOOK_SECRET: "the secret that the voice platform sends with its reports; make one up",
  VAPI_API_URL: "where the voice platform is, when it is not api.vapi.ai",
  VOICE_LINES: "how many calls the voice platform carries at once, 10 unless more were reserved",
  LINES_PER_OWNER: "how many of them one owner may take, half unless set",
  LINES_PER_ADDRESS: "how many of them one visitor's address may take, 2 unless set",
  VOICE_IDS: "provider voice ids that replace those of the catalogue, as JSON by our voice's id",
  SALES_EMAIL: "where Contact Sales writes to",
  SUPPORT_EMAIL: "where the Support link writes to",
} as const;

type Variable = keyof typeof PURPOSE;

/** Fails naming the variable and its purpose when it is not set. */
export function required(name: Variable): string {
  const value = optional(name);
  if (value === null) {
    throw new Error(
      `The environment variable ${name} is not set: it is ${PURPOSE[name]}. ` +
        `Set it with \`npx convex env set ${name} <value>\`.`,
    );
  }
  return value;
}

/** Fails naming the variable when it is set to anything but a whole number from 1 up. */
export function optionalCount(name: Variable): number | null {
  const value = optional(name);
  if (value === null || /^[1-9]\d{0,5}$/.test(value)) return value === null ? null : Number(value);
  throw new Error(
    `The environment variable ${name} is "${value}", which is no whole number from 1 up: ` +
      `it is ${PURPOSE[name]}.`,
  );
}

export function optional(name: Variable): string | null {
  const value = env[name]?.trim();
  return value === undefined || value === "" ? null : value;
}
