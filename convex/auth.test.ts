// @vitest-environment node
import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { api } from "./_generated/api";
import { ACCOUNT_MESSAGES } from "./shared/accountMessages";
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH } from "./shared/limits";
import { MESSAGES, REFUSALS } from "./shared/messages";
import { signedInOwner, startTest } from "./test.setup";

vi.setConfig({ testTimeout: 30_000 });

type Flow = "signIn" | "signUp" | "reset" | "reset-verification";

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  vi.stubEnv("TRIAL_KEYS", "a-key-of-these-tests");
  vi.stubEnv("JWT_PRIVATE_KEY", await exportPKCS8(privateKey));
  vi.stubEnv("JWKS", JSON.stringify({ keys: [await exportJWK(publicKey)] }));
  vi.stubEnv("AUTH_LOG_LEVEL", "WARN");
  vi.stubEnv("CONVEX_SITE_URL", "http://127.0.0.1:3211");
});

afterEach(() => {
  vi.restoreAllMocks();
});

function start(t = startTest()) {
  return async (flow: Flow, email: unknown, password: unknown, browser?: string) => {
    const params = { flow, email, password, ...(browser === undefined ? {} : { browser }) };
    return await t.action(api.auth.signIn, { provider: "password", params });
  };
}

const hashesMade = () => vi.spyOn(crypto.subtle, "deriveBits");

function must<T>(value: T | null): T {
  if (value === null) throw new Error("There is none");
  return value;
}

const text: unknown = expect.any(String);
const signedIn = { tokens: { token: text, refreshToken: text } };

function refusal(code: string, message: string): unknown {
  return expect.objectContaining({ data: { code, message } });
}

test("signing up signs in, and the password works afterwards", async () => {
  const submit = start();
  expect(await submit("signUp", "ada@example.com", "correct horse")).toMatchObject(signedIn);
  expect(await submit("signIn", "ada@example.com", "correct horse")).toMatchObject(signedIn);
});

test("an email is the same however it is typed", async () => {
  const submit = start();
  await submit("signUp", "  Ada@Example.COM ", "correct horse");
  expect(await submit("signIn", "ada@example.com", "correct horse")).toMatchObject(signedIn);
});

test("a wrong password is called an invalid password", async () => {
  const submit = start();
  await submit("signUp", "ada@example.com", "correct horse");
  await expect(submit("signIn", "ada@example.com", "wrong horse")).rejects.toEqual(
    refusal("invalid_password", MESSAGES.invalidPassword),
  );
});

test("an unknown account cannot sign in", async () => {
  await expect(start()("signIn", "nobody@example.com", "correct horse")).rejects.toEqual(
    refusal("sign_in_failed", MESSAGES.couldNotSignIn),
  );
});

test("an email can sign up once, even with the right password", async () => {
  const submit = start();
  await submit("signUp", "ada@example.com", "correct horse");
  const refused = refusal("sign_up_failed", MESSAGES.couldNotSignUp);
  await expect(submit("signUp", "ADA@example.com", "other horse")).rejects.toEqual(refused);
  await expect(submit("signUp", "ada@example.com", "correct horse")).rejects.toEqual(refused);
});

// T1: docs/security.md
test("after ten wrong passwords a stranger has to wait, and the owner's own browser has not", async () => {
  const submit = start();
  const browser = crypto.randomUUID();
  await submit("signUp", "ada@example.com", "correct horse", browser);
  for (let attempt = 0; attempt < 10; attempt++) {
    await expect(submit("signIn", "ada@example.com", "wrong horse")).rejects.toThrow();
  }
  const hashes = hashesMade();
  await expect(submit("signIn", "ada@example.com", "correct horse")).rejects.toEqual(
    refusal("too_many_attempts", MESSAGES.tooManyAttempts),
  );
  expect(hashes).not.toHaveBeenCalled();
  const owner = submit("signIn", "ada@example.com", "correct horse", browser);
  expect(await owner).toMatchObject(signedIn);
});

// T2: docs/security.md
test("an email that nobody has costs as much work as a wrong password", async () => {
  const submit = start();
  await submit("signUp", "ada@example.com", "correct horse");
  const hashes = hashesMade();
  await expect(submit("signIn", "ada@example.com", "wrong horse")).rejects.toThrow();
  expect(hashes).toHaveBeenCalledTimes(1);
  await expect(submit("signIn", "nobody@example.com", "wrong horse")).rejects.toThrow();
  expect(hashes).toHaveBeenCalledTimes(2);
  const rounds = hashes.mock.calls.map(([how]) => (how as Pbkdf2Params).iterations);
  expect(rounds).toEqual([600_000, 600_000]);
});

test("an account whose hash has fewer rounds signs in, and has a new hash from then on", async () => {
  const t = startTest();
  const submit = start(t);
  await submit("signUp", "ada@example.com", "correct horse");
  const account = async () => must(await t.run((ctx) => ctx.db.query("authAccounts").first()));
  const { _id } = await account();
  // From Python: hashlib.pbkdf2_hmac("sha256", b"correct horse", bytes(16), 1000)
  const secret =
    "pbkdf2-sha256$1000$AAAAAAAAAAAAAAAAAAAAAA==$xux8x5gSotCULSiOpvX4z4d+Cc1IcITd5dKdDAEl37o=";
  await t.run((ctx) => ctx.db.patch("authAccounts", _id, { secret }));
  await expect(submit("signIn", "ada@example.com", "wrong horse")).rejects.toThrow();
  expect(await account()).toMatchObject({ secret });
  expect(await submit("signIn", "ada@example.com", "correct horse")).toMatchObject(signedIn);
  expect((await account()).secret).toMatch(/^pbkdf2-sha256\$600000\$/);
  expect(await submit("signIn", "ada@example.com", "correct horse")).toMatchObject(signedIn);
});

test("an account without a password lets nobody in with one", async () => {
  const t = startTest();
  await t.run(async (ctx) => {
    const userId = await ctx.db.insert("users", {});
    const account = { userId, provider: "password", providerAccountId: "ada@example.com" };
    await ctx.db.insert("authAccounts", account);
  });
  await expect(start(t)("signIn", "ada@example.com", "")).rejects.toEqual(
    refusal("invalid_password", MESSAGES.invalidPassword),
  );
});

test("of two sign-ups with one email at the same moment one is refused", async () => {
  const submit = start();
  const both = await Promise.allSettled([
    submit("signUp", "ada@example.com", "correct horse"),
    submit("signUp", "ada@example.com", "other horse"),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(both.find(({ status }) => status === "rejected")).toMatchObject({
    reason: refusal("sign_up_failed", MESSAGES.couldNotSignUp),
  });
});

test("a new password needs at least eight characters", async () => {
  const submit = start();
  await expect(submit("signUp", "ada@example.com", "1234567")).rejects.toEqual(
    refusal("weak_password", MESSAGES.passwordTooShort),
  );
  expect(await submit("signUp", "ada@example.com", "1234567x")).toMatchObject(signedIn);
});

test.each(["12345678", "password1", "Iloveyou", "1q2w3e4r"])(
  "what is among the thousand commonest passwords is none: %s",
  async (password) => {
    await expect(start()("signUp", "ada@example.com", password)).rejects.toEqual(
      refusal("weak_password", ACCOUNT_MESSAGES.passwordTooCommon),
    );
  },
);

test("a new password needs a link or a code, and nothing is mailed for want of it", async () => {
  const t = startTest();
  const submit = start(t);
  await submit("signUp", "ada@example.com", "correct horse");
  await expect(submit("reset", "ada@example.com", "other horse")).rejects.toEqual(
    refusal("reset_refused", ACCOUNT_MESSAGES.resetOver),
  );
  expect(await t.run((ctx) => ctx.db.query("mails").take(10))).toEqual([]);
  expect(await t.run((ctx) => ctx.db.query("authAccounts").take(10))).toHaveLength(1);
});

test.each(["", "ada", "ada@", "ada@example", "a da@example.com"])(
  "an account needs a real email: %s",
  async (email) => {
    await expect(start()("signUp", email, "correct horse")).rejects.toEqual(
      refusal("invalid_email", MESSAGES.invalidEmail),
    );
  },
);

test("an endless email is refused", async () => {
  const endless = `${"a".repeat(MAX_EMAIL_LENGTH)}@example.com`;
  await expect(start()("signUp", endless, "correct horse")).rejects.toEqual(
    refusal("invalid_email", MESSAGES.invalidEmail),
  );
  await expect(start()("signIn", endless, "correct horse")).rejects.toEqual(
    refusal("sign_in_failed", MESSAGES.couldNotSignIn),
  );
});

// T4: docs/security.md
test("an endless password is refused before it is hashed", async () => {
  const submit = start();
  const endless = "x".repeat(MAX_PASSWORD_LENGTH + 1);
  await expect(submit("signUp", "ada@example.com", endless)).rejects.toEqual(
    refusal("weak_password", REFUSALS.passwordTooLong),
  );
  await submit("signUp", "ada@example.com", "correct horse");
  await expect(submit("signIn", "ada@example.com", endless)).rejects.toEqual(
    refusal("invalid_password", MESSAGES.invalidPassword),
  );
});

test("signing in with anything but two texts is an ordinary failure", async () => {
  const submit = start();
  await submit("signUp", "ada@example.com", "correct horse");
  await expect(submit("signIn", ["ada@example.com"], "correct horse")).rejects.toEqual(
    refusal("sign_in_failed", MESSAGES.couldNotSignIn),
  );
  await expect(submit("signIn", "ada@example.com", undefined)).rejects.toEqual(
    refusal("invalid_password", MESSAGES.invalidPassword),
  );
});

test("there is no other flow", async () => {
  await expect(start()("reset-verification", "ada@example.com", "x")).rejects.toThrow(
    "Unknown sign-in flow",
  );
});

test("a visitor is nobody and an owner sees their own email", async () => {
  const t = startTest();
  const ada = await signedInOwner(t, "ada@example.com");
  expect(await t.query(api.auth.loggedInUser)).toBeNull();
  expect(await ada.query(api.auth.loggedInUser)).toMatchObject({ email: "ada@example.com" });
});
