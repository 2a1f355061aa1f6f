/** GitHub's side: its web application flow, and what its API says of who signed in. */
import { consentPage, readAsked, refusalPage, sendBack } from "./consent.ts";
import type { Surroundings } from "./google.ts";
import { createGrants } from "./grants.ts";
import type { Grant } from "./grants.ts";

const DOCS = "https://docs.github.com/rest/users";

export function createGitHub({ client, people, clock }: Surroundings) {
  const grants = createGrants(clock);

  /** Whatever is wrong, the status is 200. */
  async function token(request: Request): Promise<Response> {
    const given = new URLSearchParams(await request.text());
    const [, basic = ""] = (request.headers.get("Authorization") ?? "").split(" ");
    const byHeader = Buffer.from(basic, "base64").toString();
    const inBody = `${given.get("client_id")}:${given.get("client_secret")}`;
    const own = `${client.id}:${client.secret}`;
    if (byHeader !== own && inBody !== own) {
      return refused(
        "incorrect_client_credentials",
        "The client_id and/or client_secret passed are incorrect.",
      );
    }
    const redirectUri = given.get("redirect_uri");
    if (redirectUri === null || !client.redirectUris.includes(redirectUri)) {
      return refused(
        "redirect_uri_mismatch",
        "The redirect_uri MUST match the registered callback URL for this application.",
      );
    }
    const redemption = { redirectUri, verifier: given.get("code_verifier") };
    const grant = grants.redeem(given.get("code") ?? "", redemption);
    if (grant === null) {
      return refused("bad_verification_code", "The code passed is incorrect or expired.");
    }
    const answer = {
      access_token: grants.tokenFor(grant, "gho_"),
      token_type: "bearer",
      scope: grant.scopes.join(","),
    };
    // Unless it is asked for JSON, it answers as a form does.
    const isJson = (request.headers.get("Accept") ?? "").includes("json");
    return isJson ? Response.json(answer) : new Response(new URLSearchParams(answer));
  }

  function api(request: Request, answer: (grant: Grant) => Response): Response {
    if ((request.headers.get("User-Agent") ?? "") === "") {
      return told(403, "Request forbidden by administrative rules.");
    }
    const grant = grants.grantOf(request);
    return grant === null ? told(401, "Bad credentials") : answer(grant);
  }

  return async (request: Request, path: string, url: URL): Promise<Response | null> => {
    switch (`${request.method} ${path}`) {
      case "GET /login/oauth/authorize": {
        // It is the only flow that there is, and GitHub asks for no word about it.
        url.searchParams.set("response_type", "code");
        const asked = readAsked(url, client);
        if (typeof asked === "string") return refusalPage(asked);
        const choice = url.searchParams.get("choice");
        if (choice === null) return consentPage("GitHub", url, people);
        const person = people.find(({ id }) => String(id) === choice);
        if (person !== undefined) {
          return sendBack(asked, { code: grants.codeFor({ ...asked, person }) });
        }
        return sendBack(asked, {
          error: "access_denied",
          error_description: "The user has denied your application access.",
        });
      }
      case "POST /login/oauth/access_token":
        return await token(request);
      case "GET /api/v3/user":
        return api(request, ({ person: { id, name, publicEmail } }) =>
          Response.json({ id, login: name.toLowerCase(), name, email: publicEmail ?? null }),
        );
      case "GET /api/v3/user/emails":
        return api(request, ({ person, scopes }) => {
          if (!scopes.includes("user:email")) return told(404, "Not Found");
          const primary = { email: person.email, primary: true, verified: person.isVerified };
          const others = (person.otherEmails ?? []).map(({ email, isVerified }) => ({
            email,
            primary: false,
            verified: isVerified,
            visibility: null,
          }));
          return Response.json([...others, { ...primary, visibility: "private" }]);
        });
      default:
        return null;
    }
  };
}

function refused(error: string, description: string): Response {
  return Response.json({ error, error_description: description });
}

function told(status: number, message: string): Response {
  return Response.json({ message, documentation_url: DOCS }, { status });
}
