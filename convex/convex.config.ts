import migrations from "@convex-dev/migrations/convex.config.js";
import rateLimiter from "@convex-dev/rate-limiter/convex.config.js";
import { defineApp } from "convex/server";
import { v } from "convex/values";

/**
 * What a deployment is told from outside; `env.ts` says what each is for. All are optional here, so
 * that a push never fails: whoever needs a variable that is missing fails naming it.
 */
const app = defineApp({
  env: {
    SITE_URL: v.optional(v.string()),
    STRIPE_SECRET_KEY: v.optional(v.string()),
    STRIPE_WEBHOOK_SECRET: v.optional(v.string()),
    STRIPE_API_URL: v.optional(v.string()),
    TRIAL_KEYS: v.optional(v.string()),
    VAPI_PRIVATE_KEY: v.optional(v.string()),
    VAPI_PUBLIC_KEY: v.optional(v.string()),
    VAPI_WEBHOOK_SECRET: v.optional(v.string()),
    VAPI_API_URL: v.optional(v.string()),
    VOICE_IDS: v.optional(v.string()),
    LANGUAGE_MODEL: v.optional(v.string()),
    VOICE_CONCURRENCY: v.optional(v.string()),
    CONCURRENCY_PER_OWNER: v.optional(v.string()),
    CONCURRENCY_PER_NETWORK: v.optional(v.string()),
    SIGN_UPS_PER_NETWORK: v.optional(v.string()),
    SCHEDULED_FUNCTIONS: v.optional(v.string()),
    FREE_MINUTES_ALERT: v.optional(v.string()),
    LANDING_MINUTES_A_DAY: v.optional(v.string()),
    RESEND_API_KEY: v.optional(v.string()),
    RESEND_WEBHOOK_SECRET: v.optional(v.string()),
    RESEND_API_URL: v.optional(v.string()),
    MAIL_FROM: v.optional(v.string()),
    MAIL_RECEIVING_DOMAIN: v.optional(v.string()),
    MAIL_OUTBOX_URL: v.optional(v.string()),
    MESSENGERS_API_URL: v.optional(v.string()),
    CALCOM_URL: v.optional(v.string()),
    WEBHOOK_RECEIVERS: v.optional(v.string()),
    LOCAL_WEBSITES: v.optional(v.string()),
    AUTH_GOOGLE_ID: v.optional(v.string()),
    AUTH_GOOGLE_SECRET: v.optional(v.string()),
    AUTH_GOOGLE_URL: v.optional(v.string()),
    AUTH_GITHUB_ID: v.optional(v.string()),
    AUTH_GITHUB_SECRET: v.optional(v.string()),
    AUTH_GITHUB_URL: v.optional(v.string()),
    TURNSTILE_SITE_KEY: v.optional(v.string()),
    TURNSTILE_SECRET_KEY: v.optional(v.string()),
    TURNSTILE_API_URL: v.optional(v.string()),
    OPERATOR_EMAILS: v.optional(v.string()),
    SALES_EMAIL: v.optional(v.string()),
    SUPPORT_EMAIL: v.optional(v.string()),
  },
});
app.use(rateLimiter);
// A component of its own: counts of visitors are deleted after a day (lib/rateLimits.ts).
app.use(rateLimiter, { name: "visitorLimits" });
app.use(migrations);

export default app;
