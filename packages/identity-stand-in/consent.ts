/** The page on which people choose their account or cancel. */
import { html } from "hono/html";
import type { Client, Person } from "./people.ts";
import type { AuthorizationRequest } from "./grants.ts";

/** The authorization request, or the error page if it is invalid, because then nobody may be redirected. */
export function readRequest(
  { searchParams }: URL,
  client: Client,
): AuthorizationRequest | "invalid_client" | "redirect_uri_mismatch" | "invalid_request" {
  const get = (name: string) => searchParams.get(name);
  if (get("client_id") !== client.id) return "invalid_client";
  const redirectUri = get("redirect_uri") ?? "";
  if (!client.redirectUris.includes(redirectUri)) return "redirect_uri_mismatch";
  const challenge = get("code_challenge");
  const isPlain = challenge !== null && get("code_challenge_method") !== "S256";
  if (get("response_type") !== "code" || isPlain) return "invalid_request";
  return {
    clientId: client.id,
    redirectUri,
    scopes: (get("scope") ?? "").split(" "),
    state: get("state"),
    nonce: get("nonce"),
    challenge,
  };
}

/** Each choice links to the same URL with the choice in its query. */
export function consentPage(vendor: string, url: URL, people: readonly Person[]): Response {
  const link = (choice: string, label: string) => {
    const chosen = new URL(url);
    chosen.searchParams.set("choice", choice);
    return html`<p><a href="${chosen.href}">${label}</a></p>`;
  };
  const links = people.map(({ id, name, email }) =>
    link(String(id), `Continue as ${name} (${email})`),
  );
  return page(
    200,
    html`<h1>Sign in with ${vendor}</h1>
      ${links}${link("cancel", "Cancel")}`,
  );
}

export function refusalPage(code: string): Response {
  return page(400, html`<h1>Error 400: ${code}</h1>`);
}

export function redirectBack(
  { redirectUri, state }: AuthorizationRequest,
  answer: Record<string, string>,
): Response {
  const back = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
  if (state !== null) back.searchParams.set("state", state);
  return new Response(null, { status: 302, headers: { Location: back.href } });
}

function page(status: number, body: ReturnType<typeof html>): Response {
  const document = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <title>Stand-in</title>
      <main>${body}</main>
    </html>`;
  // The type allows a promise only if a part of the page is one; none is.
  return new Response(document as string, {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8" },
  });
}
