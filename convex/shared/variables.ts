/** Every environment variable that the product reads, and its purpose. */
export const VARIABLES = {
  SITE_URL: "the address of the app, to which the payment pages return",
  STRIPE_SECRET_KEY: "the secret key for Stripe (sk_live_... or sk_test_...)",
  STRIPE_WEBHOOK_SECRET: "the secret with which Stripe signs its events (whsec_...)",
  STRIPE_API_URL: "the address of Stripe, if it is not api.stripe.com",
  TRIAL_KEYS:
    "what hashes who had a trial, and seals links and what pages ask for calls with; make one up, put a new one before the old ones and a space between",
  VAPI_PRIVATE_KEY: "the private key for the voice platform",
  VAPI_PUBLIC_KEY:
    "the voice platform's public key; without it, anyone who knows the id of a running call can control it",
  VAPI_WEBHOOK_SECRET: "the secret that the voice platform sends with its reports; choose one",
  VAPI_API_URL: "the address of the voice platform, if it is not api.vapi.ai",
  VOICE_CONCURRENCY:
    "how many calls the voice platform carries at once; 10 unless you have reserved more",
  CONCURRENCY_PER_OWNER: "how many of those calls one owner can use; half unless set",
  CONCURRENCY_PER_NETWORK: "how many of those calls one visitor's network can use; 2 unless set",
  SIGN_UPS_PER_NETWORK: "how many accounts one network can create in an hour; 20 unless set",
  FREE_MINUTES_ALERT:
    "how many free minutes all owners together can use within an hour before the log has an ALERT; 120 unless set",
  SCHEDULED_FUNCTIONS:
    "how many scheduled functions Convex runs at once for this deployment; 8 unless its class has more",
  VOICE_IDS:
    "provider voice ids that replace the built-in ones, as JSON with our voice ids as keys",
  LANGUAGE_MODEL:
    "the language model of all assistants, as the voice platform names its provider and it; openai/gpt-4.1-mini unless set",
  LANDING_MINUTES_A_DAY:
    "how many minutes a day visitors can use the assistant on the landing page, and how many websites they can try; 30 unless set, and 0 removes both",
  RESEND_API_KEY: "the Resend key that sends email (re_...)",
  RESEND_WEBHOOK_SECRET: "the secret with which Resend signs its events (whsec_...)",
  RESEND_API_URL: "the address of Resend, if it is not api.resend.com",
  MAIL_FROM: "the sender of all email: Name <address of a domain that Resend has verified>",
  MAIL_RECEIVING_DOMAIN:
    "the domain at which Resend receives mail; with it, owners answer questions by replying to the weekly summary",
  MAIL_OUTBOX_URL: "where to read email that a local stand-in keeps instead of sending",
  MESSENGERS_API_URL:
    "the address of a stand-in on this machine that gets what would go to Slack, Teams, Discord and Telegram",
  CALCOM_URL: "the address of a stand-in on this machine that takes the place of Cal.com",
  WEBHOOK_RECEIVERS:
    "which servers on this machine can receive webhooks and requests of actions from a local deployment; origins separated by spaces",
  LOCAL_WEBSITES:
    "which websites on this machine a local deployment can read; origins separated by spaces",
  AUTH_GOOGLE_ID: "the client ID for signing in with Google",
  AUTH_GOOGLE_SECRET: "the client secret for that client ID",
  AUTH_GOOGLE_URL: "the address of Google, if it is not accounts.google.com",
  AUTH_GITHUB_ID: "the client ID for signing in with GitHub",
  AUTH_GITHUB_SECRET: "the client secret for that client ID",
  AUTH_GITHUB_URL: "the address of GitHub, if it is not github.com",
  TURNSTILE_SITE_KEY:
    "the site key of a Cloudflare Turnstile widget, which tells visitors from bots before a call",
  TURNSTILE_SECRET_KEY: "the secret key for that site key",
  TURNSTILE_API_URL: "the address of Turnstile, if it is not challenges.cloudflare.com",
  OPERATOR_EMAILS:
    "the confirmed addresses of the owners who may see the operator's page, separated by commas; nobody unless set",
  SALES_EMAIL: "the address that Contact Sales writes to",
  SUPPORT_EMAIL: "the address that the Support link writes to",
} as const;

export type Variable = keyof typeof VARIABLES;

/** Those without which the product does not work. */
export const REQUIRED_VARIABLES = [
  "SITE_URL",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "VAPI_PRIVATE_KEY",
  "VAPI_WEBHOOK_SECRET",
  "TRIAL_KEYS",
] as const satisfies Variable[];
export type RequiredVariable = (typeof REQUIRED_VARIABLES)[number];
