import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";

test.each([
  [{}, "No key is given"],
  [{ STRIPE_SECRET_KEY: "sk_live_x" }, "STRIPE_SECRET_KEY is a live key"],
  [{ STRIPE_SECRET_KEY: "rk_live_x" }, "STRIPE_SECRET_KEY is a live key"],
  [{ STRIPE_SECRET_KEY: "pk_test_x" }, "no secret key of test mode"],
  [{ CONVEX_DEPLOY_KEY: "project:team:hark|x" }, "opens a whole project"],
  [{ CONVEX_DEPLOY_KEY: "preview:team:hark|x" }, "opens a whole project"],
  [{ CONVEX_SELF_HOSTED_URL: "http://a" }, "without CONVEX_SELF_HOSTED_ADMIN_KEY"],
  [{ TELEGRAM_TOKEN: "1:x" }, "both TELEGRAM_TOKEN and TELEGRAM_CHAT"],
  [{ CONVEX_DEPLOY_KEY: "dev:a-1|x", CONVEX_SELF_HOSTED_URL: "http://a" }, "Give one of them"],
])("%o is refused", (environment, words) => {
  expect(() => readSettings([], environment)).toThrow(words);
});

test("only vendors whose keys are given are used", () => {
  const settings = readSettings(["--yes"], {
    STRIPE_SECRET_KEY: "sk_test_x",
    CONVEX_DEPLOY_KEY: "",
  });
  expect(settings).toEqual({
    isYes: true,
    isClean: false,
    mayCall: false,
    timeoutMs: 60_000,
    parts: [],
    folder: ".",
    stripe: { key: "sk_test_x" },
  });
  expect(() => readSettings(["--nonsense"], {})).toThrow("npm run verify");
  const key = { STRIPE_SECRET_KEY: "sk_test_x" };
  expect(() => readSettings(["--part", "Mail"], key)).toThrow(
    "--part takes one of Convex, Components",
  );
  expect(() => readSettings(["--patience", "soon"], key)).toThrow("--patience takes whole seconds");
});

test("links and channels are taken as they are given", () => {
  const { calCom, messengers } = readSettings([], {
    ...{ CALCOM_LINK: "https://cal.com/ada/30min", TELEGRAM_TOKEN: "1:x", TELEGRAM_CHAT: "7" },
    ...{ SLACK_WEBHOOK: "https://hooks.slack.com/x", MESSENGERS_API_URL: "http://127.0.0.1:1" },
  });
  expect(calCom).toEqual({ link: "https://cal.com/ada/30min" });
  expect(messengers).toEqual({
    to: [
      { kind: "slack", url: "https://hooks.slack.com/x" },
      { kind: "telegram", token: "1:x", chatId: "7" },
    ],
    url: "http://127.0.0.1:1",
  });
});
