import { operationFor } from "../published/document.ts";
import { notSimulated } from "../published/requests.ts";
import { isSameSecret } from "../keys.ts";
import type { Keys } from "../keys.ts";
import { ApiError } from "./api-error.ts";

export interface ApiRequest {
  request: Request;
  url: URL;
  /** What the path holds in the places of `:id` and the like. */
  params: Record<string, string>;
}

export interface Route {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** `/call/:id/mono-recording` */
  path: string;
  /** Which key opens it: the private one alone, either, or none. */
  access: "private" | "public" | "open";
  handle(request: ApiRequest): Promise<Response>;
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

export function createRouter(routes: Route[], keys: Keys): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url);
    for (const route of routes) {
      const params = route.method === request.method ? match(route.path, url.pathname) : null;
      if (params === null) continue;
      authorize(request, route.access, keys);
      if (params.id !== undefined && !UUID.test(params.id)) {
        throw new ApiError(400, ["id must be a UUID"]);
      }
      return await route.handle({ request, url, params });
    }
    const asked = `${request.method} ${url.pathname}`;
    if (operationFor(request.method, url.pathname) === null)
      throw new ApiError(404, `Cannot ${asked}`);
    authorize(request, "private", keys);
    throw notSimulated([asked]);
  };
}

function match(pattern: string, pathname: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const given = pathname.split("/");
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const actual = given[index] ?? "";
    if (part.startsWith(":") && actual !== "") params[part.slice(1)] = decodeURIComponent(actual);
    else if (part !== actual) return null;
  }
  return params;
}

/** For a control address whose call asks for the public key: the document names no other. */
export function requirePublicKey(request: Request, { publicKey }: Keys): void {
  if (!isSameSecret(bearerOf(request), publicKey)) {
    throw new ApiError(401, "The public key is missing or not valid.");
  }
}

function bearerOf(request: Request): string {
  return /^Bearer (\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1] ?? "";
}

function authorize(request: Request, access: Route["access"], keys: Keys): void {
  if (access === "open") return;
  const token = bearerOf(request);
  if (isSameSecret(token, keys.privateKey)) return;
  const isPublic = isSameSecret(token, keys.publicKey);
  if (access === "public" && isPublic) return;
  throw new ApiError(
    401,
    isPublic
      ? "A public key may only start web calls."
      : "The bearer token is missing or not valid.",
  );
}
