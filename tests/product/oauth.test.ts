/** Signing in with Google and GitHub, on their stand-ins: which account it opens, and which it does not. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startIdentity } from "@hark/identity-stand-in";
import type { IdentityStandIn } from "@hark/identity-stand-in";
import type { Person } from "@hark/identity-stand-in/people";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import {
  OAUTH_FAILURE,
  OAUTH_PROVIDERS,
  type OauthProvider,
} from "../../convex/shared/oauthProviders";
import { MESSAGES } from "../../convex/shared/messages";
import { SITE_URL } from "../contract/deployment.ts";
import { keyIn, withMail } from "./mail-world.ts";
import { refusal } from "./refusal.ts";
import type { Caller } from "../caller.ts";

const PASSWORD = "correct horse";
const MINUTE_MS = 60_000;
const HOME = "0b1c2d3e-0000-4000-8000-000000000001";
const ELSEWHERE = "0b1c2d3e-0000-4000-8000-000000000002";

withMail((world) => {
  let identity: IdentityStandIn;
  beforeAll(async () => {
    const { clock, siteUrl } = world();
    identity = await startIdentity({ clock, siteUrl, onError: console.error });
    await world().setVariables(identity.variables);
  });
  afterAll(() => identity.close());

  let people = 0;
  function newPerson(details: Partial<Person> = {}): Person {
    people += 1;
    const person = {
      id: people,
      name: `Ada ${people}`,
      email: `vouched-${people}@owners.test`,
      isVerified: true,
      ...details,
    };
    identity.people.push(person);
    return person;
  }

  interface Leaving {
    verifier: string;
    /** The people on the vendor's page. */
    page: URL;
    cookies: string;
  }

  /** Goes to the vendor's page, like a browser. */
  async function leave(way: OauthProvider): Promise<Leaving> {
    const params = { redirectTo: `/login?with=${way}` };
    const left = await world().visitor.action(api.auth.signIn, { provider: way, params });
    const answer = await fetch(must(left.redirect, "redirect"), { redirect: "manual" });
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    return {
      verifier: must(left.verifier, "verifier"),
      page: new URL(must(answer.headers.get("Location"), "page")),
      cookies: cookies.join("; "),
    };
  }

  /** Returns from it after choosing a person there. */
  async function choose({ page }: Leaving, choice: number | "cancel"): Promise<URL> {
    const chosen = new URL(page);
    chosen.searchParams.set("choice", String(choice));
    const answer = await fetch(chosen, { redirect: "manual" });
    return new URL(must(answer.headers.get("Location"), "the way back"));
  }

  async function arrive(callback: URL, cookies: string): Promise<URL> {
    const headers = { Cookie: cookies };
    const answer = await fetch(callback, { redirect: "manual", headers });
    await world().settle();
    return new URL(must(answer.headers.get("Location"), "the app"));
  }

  const redeem = async (code: string, verifier?: string) => {
    const { tokens } = await world().visitor.action(api.auth.signIn, {
      params: { code },
      ...(verifier === undefined ? {} : { verifier }),
    });
    return tokens ?? null;
  };

  /** The whole sign-in. Returns the owner, or why there is none. */
  async function come(way: OauthProvider, choice: number | "cancel"): Promise<Caller | string> {
    const leaving = await leave(way);
    const { origin, pathname, searchParams } = await arrive(
      await choose(leaving, choice),
      leaving.cookies,
    );
    expect({ origin, pathname, way: searchParams.get("with") }).toEqual({
      origin: SITE_URL,
      pathname: "/login",
      way,
    });
    const code = searchParams.get("code");
    if (code === null) return "not completed";
    if (code.startsWith(OAUTH_FAILURE)) return code.slice(OAUTH_FAILURE.length);
    const tokens = must(await redeem(code, leaving.verifier), "tokens");
    return world().as(tokens.token);
  }
  async function enter(way: OauthProvider, { id }: Person): Promise<Caller> {
    const owner = await come(way, id);
    if (typeof owner === "string") throw new Error(owner);
    return owner;
  }

  const withPassword = async (params: Record<string, string>): Promise<Caller> => {
    const { tokens } = await world().visitor.action(api.auth.signIn, {
      provider: "password",
      params: { password: PASSWORD, ...params },
    });
    await world().settle();
    return world().as(must(tokens, "tokens").token);
  };
  const signUp = (email: string) => withPassword({ flow: "signUp", email });
  const idOf = async (owner: Caller) => (await owner.query(api.auth.loggedInUser, {}))?._id;
  const waysOf = (owner: Caller) => owner.query(api.account.getSignInMethods, {});
  const subjectsTo = async (email: string) =>
    (await world().mailTo(email)).map(({ subject }) => subject).toReversed();
  async function reset(email: string, password: string): Promise<Caller> {
    await world().visitor.mutation(api.account.requestPasswordReset, { email, browser: null });
    const key = keyIn(await world().newestTo(email));
    return await withPassword({ flow: "reset", key, password });
  }

  describe.each(OAUTH_PROVIDERS)("%s", (way) => {
    test("a new person gets an account with a confirmed address, and the same account the next time", async () => {
      const person = newPerson({ email: `Vouched-${people + 1}@Owners.Test` });
      const owner = await enter(way, person);
      expect(await owner.query(api.auth.loggedInUser, {})).toMatchObject({
        email: person.email.toLowerCase(),
        addressProblem: null,
      });
      expect(await waysOf(owner)).toEqual({ hasPassword: false, others: [way] });
      expect(await subjectsTo(person.email.toLowerCase())).toEqual([]);
      expect(await idOf(await enter(way, person))).toBe(await idOf(owner));
    });

    // T10: docs/security.md
    test("a sign-in from an unknown place is reported once", async () => {
      const person = newPerson();
      const seenFrom = async (browser: string) => {
        const owner = await enter(way, person);
        const timeZone = "America/Lima";
        await owner.mutation(api.account.noteSeen, { timeZone, browser });
        await owner.mutation(api.account.noteSeen, { timeZone, browser });
        await world().settle();
      };
      await seenFrom(HOME);
      await seenFrom(HOME);
      expect(await subjectsTo(person.email)).toEqual([]);
      // All of these come from one network, so the next browser is unknown only because the network is forgotten.
      await world().advance(91 * 86_400_000);
      await seenFrom(ELSEWHERE);
      expect(await subjectsTo(person.email)).toEqual(["New sign-in to your account"]);
      expect((await world().newestTo(person.email)).text).toContain("time zone America/Lima");
    });

    test("the provider is linked to an account with a confirmed address, and its owner gets a mail", async () => {
      const person = newPerson();
      const owner = await signUp(person.email);
      const key = keyIn(await world().newestTo(person.email));
      await world().visitor.mutation(api.account.confirmAddress, { key });
      expect(await idOf(await enter(way, person))).toBe(await idOf(owner));
      expect(await waysOf(owner)).toEqual({ hasPassword: true, others: [way] });
      expect((await subjectsTo(person.email)).at(-1)).toMatch(
        /^Sign-in with G\w+ was added to your account$/,
      );
      await enter(way, person);
      expect(await subjectsTo(person.email)).toHaveLength(2);
      expect(await idOf(await withPassword({ flow: "signIn", email: person.email }))).toBe(
        await idOf(owner),
      );
    });

    // T7: docs/security.md
    test("an account that a stranger created with the address is neither opened nor in the way", async () => {
      const person = newPerson();
      const stranger = await signUp(person.email);
      expect(await come(way, person.id)).toBe("account_unconfirmed");
      expect(await waysOf(stranger)).toEqual({ hasPassword: true, others: [] });

      const owner = await reset(person.email, "a horse of one's own");
      expect(await idOf(stranger)).toBeUndefined();
      await expect(withPassword({ flow: "signIn", email: person.email })).rejects.toThrow();
      expect(await idOf(await enter(way, person))).toBe(await idOf(owner));
    });

    // T7: docs/security.md
    test("an address that the provider has not verified belongs to nobody", async () => {
      const [stranger, owner] = [newPerson({ isVerified: false }), newPerson()];
      expect(await come(way, stranger.id)).toBe("address_unverified");
      const impostor = newPerson({ email: owner.email, isVerified: false });
      await enter(way, owner);
      expect(await come(way, impostor.id)).toBe("address_unverified");
    });

    test("a person who cancels returns to where they were", async () => {
      expect(await come(way, "cancel")).toBe("not completed");
    });

    // T8: docs/security.md
    test("a callback that this browser did not request signs nobody in", async () => {
      const [person, attacker] = [newPerson(), newPerson()];
      const [own, theirs] = [await leave(way), await leave(way)];
      const answer = await choose(theirs, attacker.id);
      const codeOf = async (callback: URL, cookies: string) =>
        (await arrive(callback, cookies)).searchParams.get("code");
      expect(await codeOf(answer, "")).toBeNull();
      expect(await codeOf(answer, own.cookies)).toBeNull();
      const otherState = await choose(own, person.id);
      otherState.searchParams.set("state", "made up");
      expect(await codeOf(otherState, own.cookies)).toBeNull();
      const otherCode = await choose(own, person.id);
      otherCode.searchParams.set("code", "made up");
      expect(await codeOf(otherCode, own.cookies)).toBeNull();
      // The code is valid, but was issued for another browser's verifier.
      const [again, others] = [await leave(way), await leave(way)];
      const injected = await choose(again, person.id);
      const { searchParams } = await choose(others, attacker.id);
      injected.searchParams.set("code", must(searchParams.get("code"), "code"));
      expect(await codeOf(injected, again.cookies)).toBeNull();
      const emails = (await world().rows("users")).map(({ email }) => email);
      for (const { email } of [person, attacker]) expect(emails).not.toContain(email);
    });

    // T8: docs/security.md
    test("a code works once, within two minutes, and only in the browser that requested it", async () => {
      const person = newPerson();
      const codeOf = async (leaving: Leaving) => {
        const back = await arrive(await choose(leaving, person.id), leaving.cookies);
        return must(back.searchParams.get("code"), "code");
      };
      const first = await leave(way);
      const code = await codeOf(first);
      expect(await redeem(code)).toBeNull();
      expect(await redeem(code, (await leave(way)).verifier)).toBeNull();
      expect(await redeem(code, first.verifier)).not.toBeNull();
      expect(await redeem(code, first.verifier)).toBeNull();
      const second = await leave(way);
      const late = await codeOf(second);
      await world().advance(3 * MINUTE_MS);
      expect(await redeem(late, second.verifier)).toBeNull();
    });

    // T9: docs/security.md
    test("the callback redirects only to the app", async () => {
      const params = { redirectTo: "https://elsewhere.example/" };
      const left = await world().visitor.action(api.auth.signIn, { provider: way, params });
      const answer = await fetch(must(left.redirect, "redirect"), { redirect: "manual" });
      const page = new URL(must(answer.headers.get("Location"), "page"));
      const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
      const callback = await choose({ page, verifier: "", cookies: "" }, newPerson().id);
      const headers = { Cookie: cookies.join("; ") };
      const back = await fetch(callback, { redirect: "manual", headers });
      expect(back.headers.get("Location") ?? SITE_URL).toContain(SITE_URL);
    });

    test("an account that was opened with a provider can be deleted and created again", async () => {
      const person = newPerson();
      const owner = await enter(way, person);
      const before = await idOf(owner);
      await owner.mutation(api.account.deleteAccount, {});
      await world().settle();
      const again = await enter(way, person);
      expect(await idOf(again)).not.toBe(before);
    });

    test("the sign-in still opens the account after its address has changed", async () => {
      const person = newPerson();
      await enter(way, person);
      const owner = await reset(person.email, PASSWORD);
      const to = `moved-${person.email}`;
      await owner.action(api.account.changeAddress, { email: to, password: PASSWORD });
      const key = keyIn(await world().newestTo(to));
      await owner.mutation(api.account.confirmNewAddress, { to, key });
      expect(await idOf(await enter(way, person))).toBe(await idOf(owner));
    });
  });

  test("an owner without a password sets one by mail, and nobody else can sign up with the address", async () => {
    const person = newPerson();
    const owner = await enter("google", person);
    await expect(signUp(person.email)).rejects.toEqual(
      refusal("sign_up_failed", MESSAGES.couldNotSignUp),
    );
    const again = await reset(person.email, PASSWORD);
    expect(await waysOf(again)).toEqual({ hasPassword: true, others: ["google"] });
    expect(await idOf(await withPassword({ flow: "signIn", email: person.email }))).toBe(
      await idOf(again),
    );
    expect(await idOf(owner)).toBeUndefined();
    expect(await idOf(await enter("google", person))).toBe(await idOf(again));
  });

  test("both providers open the same account", async () => {
    const person = newPerson();
    const owner = await enter("google", person);
    expect(await idOf(await enter("github", person))).toBe(await idOf(owner));
    expect(await waysOf(owner)).toEqual({ hasPassword: false, others: ["google", "github"] });
  });

  // T7: docs/security.md
  test("of several GitHub addresses the primary one counts, and only if it is verified", async () => {
    const victim = newPerson();
    await enter("google", victim);
    const otherEmails = [{ email: victim.email, isVerified: false }];
    const attacker = newPerson({ publicEmail: victim.email, otherEmails });
    const entered = await enter("github", attacker);
    expect(await entered.query(api.auth.loggedInUser, {})).toMatchObject({ email: attacker.email });
    const unsure = newPerson({
      isVerified: false,
      otherEmails: [{ email: `second-${people}@owners.test`, isVerified: true }],
    });
    expect(await come("github", unsure.id)).toBe("address_unverified");
  });

  test("two simultaneous first sign-ins with one address create one account", async () => {
    const person = newPerson();
    const both = await Promise.all([enter("google", person), enter("github", person)]);
    expect(await idOf(both[0])).toBe(await idOf(both[1]));
  });

  // T7: docs/security.md
  test("a sign-in that a stranger added before the address was confirmed does not open the account afterwards", async () => {
    const [stranger, victim] = [newPerson(), newPerson()];
    await world().setVariables({ RESEND_API_KEY: "" });
    const theirs = await enter("google", stranger);
    await theirs.mutation(api.account.endOtherSessions, {});
    const { userId } = must(
      (await world().rows("authAccounts")).find(
        (row) => row.providerAccountId === String(stranger.id) && row.provider === "google",
      ),
      "account",
    );
    await world().inside.mutation(internal.accounts.addressChange.beginAddressChange, {
      ownerId: userId,
      to: victim.email,
    });
    await world().setVariables({ RESEND_API_KEY: world().standIn.apiKey });
    expect(await come("google", victim.id)).toBe("account_unconfirmed");
    const owner = await reset(victim.email, PASSWORD);
    const stranded = await enter("google", stranger);
    expect(await idOf(stranded)).not.toBe(await idOf(owner));
  });

  test("if the provider does not answer, the owner returns to where they were", async () => {
    const leaving = await leave("google");
    const back = await choose(leaving, newPerson().id);
    await world().setVariables({ AUTH_GOOGLE_URL: "http://127.0.0.1:9" });
    expect((await arrive(back, leaving.cookies)).href).toBe(`${SITE_URL}/login?with=google`);
    await world().setVariables(identity.variables);
  });

  test("a provider is available only with both of its keys", async () => {
    expect(await world().visitor.query(api.auth.listOauthProviders, {})).toEqual([
      "google",
      "github",
    ]);
    await world().setVariables({ AUTH_GITHUB_SECRET: "", AUTH_GOOGLE_ID: "" });
    expect(await world().visitor.query(api.auth.listOauthProviders, {})).toEqual([]);
    await expect(
      world().visitor.action(api.auth.signIn, { provider: "github", params: {} }),
    ).rejects.toThrow();
    const get = (path: string) =>
      fetch(`${world().siteUrl}/api/auth/${path}`, { redirect: "manual" });
    expect((await get("signin/google?code=x")).status).toBe(400);
    expect((await get("callback/github?code=x")).headers.get("Location")).toBe(`${SITE_URL}/`);
    await world().setVariables(identity.variables);
  });
});
