/** Every variable that the product reads from a deployment's environment, and what it is for. */
export const VARIABLES = {
  SITE_URL: "the address of the app, to which the payment pages lead back",
  STRIPE_SECRET_KEY: "the key with which Stripe is called (sk_live_... or sk_test_...)",
  STRIPE_WEBHOOK_SECRET: "the secret with which Stripe signs its events (whsec_...)",
  STRIPE_API_URL: "where Stripe is, when it is not api.stripe.com",
  TRIAL_KEYS:
    "what hashes who had a trial, and seals links and what pages ask for calls with; make one up, put a new one before the old ones and a space between",
  VAPI_PRIVATE_KEY: "the private key with which the voice platform is called",
  VAPI_PUBLIC_KEY:
    "the voice platform's public key, without which a call that goes on can be controlled by anyone who knows its id",
  VAPI_WEBHOOK_SECRET: "the secret that the voice platform sends with its reports; make one up",
  VAPI_API_URL: "where the voice platform is, when it is not api.vapi.ai",
  VOICE_CONCURRENCY:
    "how many calls the voice platform carries at once, 10 unless more were reserved",
  CONCURRENCY_PER_OWNER: "how many of them one owner may take, half unless set",
  CONCURRENCY_PER_NETWORK: "how many of them one visitor's network may take, 2 unless set",
  SIGN_UPS_PER_NETWORK: "how many accounts one network may make in an hour, 20 unless set",
  FREE_MINUTES_ALERT:
    "after how many minutes of free talk within an hour, of all owners together, the log has an ALERT, 120 unless set",
  SCHEDULED_FUNCTIONS:
    "how many scheduled functions Convex runs at once for this deployment, 8 unless its class has more",
  VOICE_IDS: "provider voice ids that replace those of the catalogue, as JSON by our voice's id",
  LANDING_MINUTES_A_DAY:
    "how many minutes a day visitors may talk with the assistant on the landing page, 30 unless set; 0 takes it off",
  RESEND_API_KEY: "the key with which mail is sent (re_...)",
  RESEND_WEBHOOK_SECRET: "the secret with which Resend signs its events (whsec_...)",
  RESEND_API_URL: "where Resend is, when it is not api.resend.com",
  MAIL_FROM: "whom mail comes from: Name <address of a domain that Resend has verified>",
  MAIL_OUTBOX_URL:
    "where mail can be read that goes to nobody, when it is a stand-in that takes it",
  WEBHOOK_RECEIVERS:
    "which servers of this machine may be sent events, on a deployment that runs there; origins with a space between",
  AUTH_GOOGLE_ID: "the client ID by which Google knows the app, for signing in with Google",
  AUTH_GOOGLE_SECRET: "the client secret that belongs to it",
  AUTH_GOOGLE_URL: "where Google is, when it is not accounts.google.com",
  AUTH_GITHUB_ID: "the client ID by which GitHub knows the app, for signing in with GitHub",
  AUTH_GITHUB_SECRET: "the client secret that belongs to it",
  AUTH_GITHUB_URL: "where GitHub is, when it is not github.com",
  TURNSTILE_SITE_KEY:
    "the site key of a Turnstile widget at Cloudflare, by which a program is told from a visitor before a call",
  TURNSTILE_SECRET_KEY: "the secret key that belongs to it",
  TURNSTILE_API_URL: "where Turnstile is, when it is not challenges.cloudflare.com",
  SALES_EMAIL: "where Contact Sales writes to",
  SUPPORT_EMAIL: "where the Support link writes to",
} as const;

export type Variable = keyof typeof VARIABLES;
