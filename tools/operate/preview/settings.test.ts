import { describe, expect, test } from "vitest";
import { leftoversIn, previewSettings } from "./settings.ts";

const OWN = { PREVIEW_SITE_URL: "https://preview.hark.example" };
const LIVE = {
  SITE_URL: "https://hark.example",
  STRIPE_SECRET_KEY: "sk_test_live1",
  STRIPE_WEBHOOK_SECRET: "whsec_live",
  VAPI_PRIVATE_KEY: "private",
  VAPI_PUBLIC_KEY: "public",
  VAPI_WEBHOOK_SECRET: "a-secret-of-the-live-one",
  TRIAL_KEYS: "the-trial-keys-of-the-live-one",
  JWT_PRIVATE_KEY: "signs sessions",
  JWKS: "[]",
  LANGUAGE_MODEL: "anthropic/claude-sonnet-4-6",
  VOICE_CONCURRENCY: "20",
  SALES_EMAIL: "sales@hark.example",
  RESEND_API_KEY: "re_live",
  RESEND_WEBHOOK_SECRET: "whsec_mail",
  MAIL_FROM: "Hark <hello@hark.example>",
  MAIL_RECEIVING_DOMAIN: "reply.hark.example",
  AUTH_GOOGLE_ID: "google",
  AUTH_GOOGLE_SECRET: "google-secret",
  TURNSTILE_SITE_KEY: "0xSite",
  TURNSTILE_SECRET_KEY: "0xSecret",
  HARK_RELEASES: "[]",
};

describe("the preview's variables", () => {
  test("are those of the live deployment, where customers cannot notice", () => {
    expect(previewSettings(OWN, LIVE).variables).toEqual({
      SITE_URL: "https://preview.hark.example",
      STRIPE_SECRET_KEY: "sk_test_live1",
      VAPI_PRIVATE_KEY: "private",
      VAPI_PUBLIC_KEY: "public",
      LANGUAGE_MODEL: "anthropic/claude-sonnet-4-6",
      VOICE_CONCURRENCY: "20",
      SALES_EMAIL: "sales@hark.example",
    });
  });

  // T133: docs/security.md
  test("have no mail, no secret that the live deployment trusts, and no live key of Stripe's", () => {
    const { variables } = previewSettings(OWN, LIVE);
    const secrets = [
      "STRIPE_WEBHOOK_SECRET",
      "VAPI_WEBHOOK_SECRET",
      "TRIAL_KEYS",
      "JWT_PRIVATE_KEY",
    ];
    const mail = ["RESEND_API_KEY", "RESEND_WEBHOOK_SECRET", "MAIL_FROM", "MAIL_RECEIVING_DOMAIN"];
    for (const name of [...secrets, ...mail]) expect(variables).not.toHaveProperty(name);
    const live = { ...LIVE, STRIPE_SECRET_KEY: "sk_live_1" };
    const refused = "PREVIEW_STRIPE_SECRET_KEY must be a key of Stripe's test mode";
    expect(() => previewSettings(OWN, live)).toThrow(refused);
    const own = (key: string) => ({ ...OWN, PREVIEW_STRIPE_SECRET_KEY: key });
    expect(() => previewSettings(own("sk_live_2"), LIVE)).toThrow(refused);
    const { STRIPE_SECRET_KEY } = previewSettings(own("rk_test_2"), live).variables;
    expect(STRIPE_SECRET_KEY).toBe("rk_test_2");
  });

  test("can be set for the preview alone", () => {
    const settings = {
      ...OWN,
      PREVIEW_LANDING_MINUTES_A_DAY: "0",
      PREVIEW_VAPI_PRIVATE_KEY: "another",
      PREVIEW_RESEND_API_KEY: "re_preview",
      PREVIEW_TRIAL_KEYS: "never taken from the settings",
    };
    const { variables } = previewSettings(settings, LIVE);
    expect(variables).toMatchObject({
      LANDING_MINUTES_A_DAY: "0",
      VAPI_PRIVATE_KEY: "another",
      RESEND_API_KEY: "re_preview",
    });
    expect(variables).not.toHaveProperty("VAPI_PUBLIC_KEY");
    expect(variables).not.toHaveProperty("TRIAL_KEYS");
  });

  test("that the live deployment does not have any more are removed, except those that a deploy generates", () => {
    const present = { VOICE_IDS: "{}", SITE_URL: "x", TRIAL_KEYS: "y", HARK_PREVIEWED: "{}" };
    expect(leftoversIn(present, { SITE_URL: "x" })).toEqual(["VOICE_IDS"]);
  });
});

test("everything that is wrong with the preview's settings is named at once", () => {
  const settings = {
    PREVIEW_SITE_URL: "http://preview.hark.example/",
    PREVIEW_AUTH_GITHUB_ID: "id",
  };
  expect(() => previewSettings(settings, { ...LIVE, VAPI_PRIVATE_KEY: "" })).toThrow(
    /Nothing was changed[^]*VAPI_PRIVATE_KEY is not set[^]*Set PREVIEW_VAPI_PRIVATE_KEY[^]*SITE_URL must be an origin only[^]*Set PREVIEW_SITE_URL[^]*AUTH_GITHUB_SECRET is not set[^]*Set PREVIEW_AUTH_GITHUB_SECRET/,
  );
  expect(() => previewSettings({}, LIVE)).toThrow("PREVIEW_SITE_URL is not set");
  expect(() => previewSettings({ PREVIEW_SITE_URL: LIVE.SITE_URL }, LIVE)).toThrow(
    "PREVIEW_SITE_URL is the live address",
  );
});

test("the app is built with the settings of the live one, except its address and its Turnstile widget", () => {
  const settings = {
    ...OWN,
    VITE_SITE_URL: "https://hark.example",
    VITE_TURNSTILE_SITE_KEY: "0xSite",
    VITE_CALL_MACHINE_URL: "https://calls.example",
    VITE_SALES_EMAIL: "sales@hark.example",
    PREVIEW_VITE_SALES_EMAIL: "preview@hark.example",
    OTHER: "x",
  };
  expect(previewSettings(settings, LIVE).build).toEqual({
    VITE_TURNSTILE_SITE_KEY: "",
    VITE_CALL_MACHINE_URL: "https://calls.example",
    VITE_SALES_EMAIL: "preview@hark.example",
  });
});
