/** The keys that Cloudflare publishes for tests: developers.cloudflare.com/turnstile/troubleshooting/testing. */
export const DUMMY_TOKEN = "XXXX.DUMMY.TOKEN.XXXX";

export const TESTING_SECRETS = {
  passes: "1x0000000000000000000000000000000AA",
  fails: "2x0000000000000000000000000000000AA",
  spent: "3x0000000000000000000000000000000AA",
};

export type TestingOutcome = "passes" | "fails" | "asks";

/** They work on every host. The key that forces an interaction can never be solved in an invisible widget. */
export const TESTING_SITE_KEYS: Record<string, TestingOutcome> = {
  "1x00000000000000000000AA": "passes",
  "2x00000000000000000000AB": "fails",
  "1x00000000000000000000BB": "passes",
  "2x00000000000000000000BB": "fails",
  "3x00000000000000000000FF": "asks",
};
