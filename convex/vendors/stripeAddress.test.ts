import { expect, test } from "vitest";
import { isLiveKey, stripeAddress } from "./stripeAddress";

const SIMULATED = "sk_test_sim_1";
const HERE = "http://127.0.0.1:4280";

test("without another address Stripe itself is called, with whatever real key", () => {
  expect(stripeAddress({ secretKey: "sk_live_1", apiUrl: null })).toEqual({});
  expect(stripeAddress({ secretKey: "sk_test_1", apiUrl: null })).toEqual({});
});

test("a simulation on this machine is called with its own kind of key", () => {
  expect(stripeAddress({ secretKey: SIMULATED, apiUrl: HERE })).toEqual({
    host: "127.0.0.1",
    port: 4280,
    protocol: "http",
  });
  expect(stripeAddress({ secretKey: SIMULATED, apiUrl: "http://localhost" }).port).toBe(80);
});

// T40, T58: docs/security.md
test.each(["sk_live_1", "rk_live_1", "sk_test_1", ""])(
  "40. the key '%s' is sent to no host but Stripe's",
  (secretKey) => {
    expect(() => stripeAddress({ secretKey, apiUrl: HERE })).toThrow(/sk_test_sim_/);
  },
);

// T40: docs/security.md
test.each([
  "https://127.0.0.1:4280",
  "http://10.0.0.1",
  "http://127.0.0.1.evil.example",
  "nowhere",
])("40. a simulation cannot be at %s", (apiUrl) => {
  expect(() => stripeAddress({ secretKey: SIMULATED, apiUrl })).toThrow();
});

// T40, T58: docs/security.md
test("40. a simulation's key is not sent to Stripe", () => {
  expect(() => stripeAddress({ secretKey: SIMULATED, apiUrl: null })).toThrow(/STRIPE_API_URL/);
});

test("live keys are told from those of a test", () => {
  expect(["sk_live_1", "rk_live_1", "sk_test_1", SIMULATED].map(isLiveKey)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
