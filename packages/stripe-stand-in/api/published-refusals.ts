/**
 * Decides whether a refused parameter or path is unknown to Stripe, or only not simulated here. Stripe's published
 * types decide that, because a list of our own would become outdated.
 */
import { notSimulated } from "../errors.ts";
import type { StripeError } from "../errors.ts";
import { formMismatches } from "../published/mismatches.ts";
import { isExpandable, parameterShape } from "../published/places.ts";
import { preparePublishedApi, publishedCall } from "../published/published.ts";
import type { PublishedCall } from "../published/shape.ts";

interface RequestedPath {
  method: string;
  /** The requested path. */
  path: string;
  /** The path of the route, or null if no route matches. */
  routePath: string | null;
}

export async function inPublishedTerms(
  error: StripeError,
  { method, path, routePath }: RequestedPath,
): Promise<StripeError> {
  // Only invalid requests can be about something unknown.
  if (error.details.type !== "invalid_request_error") return error;
  await preparePublishedApi();
  const call = publishedCall(method, path);
  if (call === null) return error;
  if (routePath === null || withoutNames(routePath) !== withoutNames(call.path)) {
    return notSimulated(`${method} ${call.path.replace(/:\w+/g, ":id")}`);
  }
  return ofPart(error, call) ?? error;
}

function ofPart(
  { refused }: StripeError,
  { request, response }: PublishedCall,
): StripeError | null {
  switch (refused?.what) {
    case "parameter": {
      const isKnown = parameterShape(request, refused.name) !== null;
      return isKnown ? notSimulated(`the parameter ${refused.name}`, refused.name) : null;
    }
    case "value": {
      const shape = parameterShape(request, refused.name);
      const isKnown = shape !== null && formMismatches(refused.value, shape).length === 0;
      return isKnown ? notSimulated(`this value of ${refused.name}`, refused.name) : null;
    }
    case "expansion":
      return isExpandable(response, refused.name)
        ? notSimulated(`the expansion of ${refused.name}`, "expand")
        : null;
    case undefined:
      return null;
  }
}

function withoutNames(path: string): string {
  return path.replace(/:\w+/g, ":");
}
