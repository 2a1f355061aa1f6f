/** GitHub's web application flow, and the user's data in its API. */
import { Hono } from "hono";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { consentPage, readRequest, redirectBack, refusalPage } from "./consent.ts";
import type { IdentityParts } from "./google.ts";
import { createGrants } from "./grants.ts";
import type { Grant } from "./grants.ts";

const DOCS = "https://docs.github.com/rest/users";

interface ApiEnv extends AppEnv {
  Variables: { grant: Grant };
}

export function createGitHub({ client, people, clock }: IdentityParts): Hono<AppEnv> {
  const grants = createGrants(clock);
  const app = new Hono<AppEnv>();

  app.get("/login/oauth/authorize", (c) => {
    const url = new URL(c.req.url);
    // It is the only flow, so GitHub does not ask for the parameter.
    url.searchParams.set("response_type", "code");
    const request = readRequest(url, client);
    if (typeof request === "string") return refusalPage(request);
    const choice = url.searchParams.get("choice");
    if (choice === null) return consentPage("GitHub", url, people);
    const person = people.find(({ id }) => String(id) === choice);
    if (person === undefined) {
      return redirectBack(request, {
        error: "access_denied",
        error_description: "The user has denied your application access.",
      });
    }
    return redirectBack(request, { code: grants.codeFor({ ...request, person }) });
  });

  // Errors of this request have status 200 too.
  app.post("/login/oauth/access_token", async (c) => {
    const given = new URLSearchParams(await c.req.text());
    const [, basic = ""] = (c.req.header("Authorization") ?? "").split(" ");
    const inHeader = Buffer.from(basic, "base64").toString();
    const inBody = `${given.get("client_id")}:${given.get("client_secret")}`;
    const own = `${client.id}:${client.secret}`;
    if (inHeader !== own && inBody !== own) {
      return c.json({
        error: "incorrect_client_credentials",
        error_description: "The client_id and/or client_secret passed are incorrect.",
      });
    }
    const redirectUri = given.get("redirect_uri");
    if (redirectUri === null || !client.redirectUris.includes(redirectUri)) {
      return c.json({
        error: "redirect_uri_mismatch",
        error_description:
          "The redirect_uri MUST match the registered callback URL for this application.",
      });
    }
    const redemption = { redirectUri, verifier: given.get("code_verifier") };
    const grant = grants.redeem(given.get("code") ?? "", redemption);
    if (grant === null) {
      return c.json({
        error: "bad_verification_code",
        error_description: "The code passed is incorrect or expired.",
      });
    }
    const answer = {
      access_token: grants.tokenFor(grant, "gho_"),
      token_type: "bearer",
      scope: grant.scopes.join(","),
    };
    // GitHub responds with a form unless JSON is requested.
    const wantsJson = (c.req.header("Accept") ?? "").includes("json");
    return wantsJson ? c.json(answer) : new Response(new URLSearchParams(answer));
  });

  const authenticate: MiddlewareHandler<ApiEnv> = async (c, next) => {
    if ((c.req.header("User-Agent") ?? "") === "") {
      return refused(403, "Request forbidden by administrative rules.");
    }
    const grant = grants.grantOf(c.req.raw);
    if (grant === null) return refused(401, "Bad credentials");
    c.set("grant", grant);
    await next();
  };
  const api = new Hono<ApiEnv>();
  api.get("/user", authenticate, (c) => {
    const { id, name, publicEmail = null } = c.var.grant.person;
    return c.json({ id, login: name.toLowerCase(), name, email: publicEmail });
  });
  api.get("/user/emails", authenticate, (c) => {
    const { person, scopes } = c.var.grant;
    if (!scopes.includes("user:email")) return refused(404, "Not Found");
    const others = (person.otherEmails ?? []).map(({ email, isVerified }) => ({
      email,
      primary: false,
      verified: isVerified,
      visibility: null,
    }));
    const { email, isVerified: verified } = person;
    return c.json([...others, { email, primary: true, verified, visibility: "private" }]);
  });
  app.route("/api/v3", api);
  return app;
}

function refused(status: number, message: string): Response {
  return Response.json({ message, documentation_url: DOCS }, { status });
}
