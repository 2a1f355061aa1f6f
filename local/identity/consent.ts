/** The page on which somebody chooses who they are, or leaves. */
import type { Client, Person } from "./people.ts";
import type { Asked } from "./grants.ts";

/** What was asked for, or why nobody may be sent back. */
export function readAsked(
  { searchParams }: URL,
  client: Client,
): Asked | "invalid_client" | "redirect_uri_mismatch" | "invalid_request" {
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

/** A press leads to the same address once more, with who was chosen. */
export function consentPage(vendor: string, url: URL, people: readonly Person[]): Response {
  const link = (choice: string, label: string) => {
    const chosen = new URL(url);
    chosen.searchParams.set("choice", choice);
    return `<p><a href="${escaped(chosen.href)}">${escaped(label)}</a></p>`;
  };
  const links = people.map(({ id, name, email }) =>
    link(String(id), `Continue as ${name} (${email})`),
  );
  return html(200, `<h1>Sign in with ${vendor}</h1>${links.join("")}${link("cancel", "Cancel")}`);
}

export function refusalPage(code: string): Response {
  return html(400, `<h1>Error 400: ${escaped(code)}</h1>`);
}

export function sendBack({ redirectUri, state }: Asked, answer: Record<string, string>): Response {
  const back = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
  if (state !== null) back.searchParams.set("state", state);
  return new Response(null, { status: 302, headers: { Location: back.href } });
}

function html(status: number, body: string): Response {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Stand-in</title><main>${body}</main></html>`;
  return new Response(page, { status, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
