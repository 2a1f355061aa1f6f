import { expect, test } from "vitest";
import { examineVariables } from "./variables.ts";

const HERE = "http://127.0.0.1:4280";
const STAND_INS = [
  ...["STRIPE_API_URL", "VAPI_API_URL", "RESEND_API_URL", "MAIL_OUTBOX_URL"],
  ...["AUTH_GOOGLE_URL", "AUTH_GITHUB_URL", "TURNSTILE_API_URL", "MESSENGERS_API_URL"],
  ...["WEBHOOK_RECEIVERS", "LOCAL_WEBSITES"],
];

const besideKey = (STRIPE_SECRET_KEY: string) => {
  const here = Object.fromEntries(["SITE_URL", ...STAND_INS].map((name) => [name, HERE]));
  return examineVariables({ ...here, STRIPE_SECRET_KEY })
    .map(({ code }) => code)
    .filter((code) => code.endsWith("-with-live-key"));
};

// T58: docs/security.md
test.each(["sk_live_real", "rk_live_real"])(
  "with the live key %s each variable for tests is a fault",
  (key) => {
    expect(besideKey(key)).toEqual(
      [...STAND_INS, "SITE_URL"].map((name) => `${name}-with-live-key`),
    );
  },
);

test("with a test key they are allowed", () => {
  expect(besideKey("sk_test_sim_1")).toEqual([]);
});

test("the private key is not accepted as the public one", () => {
  const wrong = (keys: Record<string, string>) =>
    examineVariables(keys).some(({ code }) => code === "VAPI_PUBLIC_KEY-wrong");
  expect(wrong({ VAPI_PRIVATE_KEY: "same", VAPI_PUBLIC_KEY: "same" })).toBe(true);
  expect(wrong({ VAPI_PRIVATE_KEY: "same", VAPI_PUBLIC_KEY: "another" })).toBe(false);
  expect(wrong({ VAPI_PRIVATE_KEY: "" })).toBe(false);
});

const codesOf = (variables: Record<string, string>) =>
  examineVariables(variables).map(({ code }) => code);

// T83: docs/security.md
test("one Turnstile key without the other is a fault, and so are Cloudflare's keys for tests", () => {
  expect(codesOf({ TURNSTILE_SITE_KEY: "0x4AAA" })).toContain("TURNSTILE_SECRET_KEY-missing");
  expect(codesOf({ TURNSTILE_SECRET_KEY: "0x4AAA" })).toContain("TURNSTILE_SITE_KEY-missing");
  const own = { TURNSTILE_SITE_KEY: "0x4AAA", TURNSTILE_SECRET_KEY: "0x4AAA" };
  expect(codesOf(own).filter((code) => code.startsWith("TURNSTILE"))).toEqual([]);
  const published = {
    TURNSTILE_SITE_KEY: "1x00000000000000000000BB",
    TURNSTILE_SECRET_KEY: "1x0000000000000000000000000000000AA",
  };
  expect(codesOf(published)).toEqual(
    expect.arrayContaining(["TURNSTILE_SITE_KEY-wrong", "TURNSTILE_SECRET_KEY-wrong"]),
  );
});
