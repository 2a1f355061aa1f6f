/** The API's OpenAPI 3.1 document, generated from its routes and validators. */
import type { GenericValidator } from "convex/values";
import { API_PATH, KEY_PREFIX } from "../shared/apiKeys";
import { PRODUCT_NAME } from "../shared/productName";
import { type JsonSchema, jsonSchemaOf } from "./jsonSchema";
import type { Parameter } from "./parameters";
import { ANSWERS, type Route, ROUTES, VERSION_PATH } from "./routes";
import { apiError, apiVersion } from "./shapes";

const SCHEMAS: Record<string, GenericValidator> = {
  ...ANSWERS,
  Version: apiVersion,
  Error: apiError,
};

const REFUSALS = {
  400: { name: "InvalidParameter", description: "A parameter is wrong; the error names it." },
  401: {
    name: "KeyRefused",
    description: "The key is missing, or no longer valid.",
    headers: { "WWW-Authenticate": { schema: { type: "string" } } },
  },
  403: { name: "ScopeMissing", description: "The key does not have the required scope." },
  404: { name: "NotFound", description: "Not found, or not in your account." },
  429: {
    name: "TooManyRequests",
    description: "Too many requests with one key, or from one network.",
    headers: { "Retry-After": { description: "In seconds.", schema: { type: "integer" } } },
  },
  500: { name: "InternalError", description: "An error on our side." },
} as const;

export function apiDocument(siteUrl: string): JsonSchema {
  return {
    openapi: "3.1.0",
    info: {
      title: `${PRODUCT_NAME} API`,
      version: "1.0.0",
      description: `Reads your assistants, your calls and their outcomes. Use it from a server: a key is a secret, and web pages of other origins cannot read the responses. New fields may be added at any time.`,
    },
    servers: [{ url: siteUrl + API_PATH }],
    security: [{ key: [] }],
    paths: {
      ...Object.fromEntries(ROUTES.map((route) => [route.path, { get: operationOf(route) }])),
      [VERSION_PATH]: { get: VERSION },
    },
    components: {
      securitySchemes: {
        key: {
          type: "http",
          scheme: "bearer",
          description: `A key that begins with ${KEY_PREFIX}. Create it in the dashboard under Connections.`,
        },
      },
      schemas: schemas(),
      responses: Object.fromEntries(
        Object.values(REFUSALS).map(({ name, ...refusal }) => [
          name,
          { ...refusal, content: contentOf("Error") },
        ]),
      ),
    },
  };
}

function operationOf({ path, summary, scope, parameters, answer }: Route) {
  return {
    operationId: operationIdOf(path),
    summary,
    description: `Requires the scope \`${scope}\`.`,
    parameters: [
      ...(path.includes("{id}")
        ? [{ name: "id", in: "path", required: true, schema: { type: "string" } }]
        : []),
      ...Object.entries(parameters).map(([name, parameter]) => inQuery(name, parameter)),
    ],
    responses: {
      200: {
        description: "The requested data.",
        headers: {
          ETag: {
            description: "Send it back as If-None-Match to get a 304 if nothing has changed.",
            schema: { type: "string" },
          },
          "RateLimit-Policy": { schema: { type: "string" } },
          RateLimit: { schema: { type: "string" } },
        },
        content: contentOf(answer),
      },
      304: { description: "Nothing has changed since the response with this ETag." },
      ...Object.fromEntries(
        Object.entries(REFUSALS).map(([status, { name }]) => [
          status,
          { $ref: `#/components/responses/${name}` },
        ]),
      ),
    },
  };
}

/** Needs no key. */
const VERSION = {
  operationId: "getVersion",
  summary: "The version of the functions that answer.",
  description: "Requires no key.",
  security: [],
  responses: {
    200: { description: "The version.", content: contentOf("Version") },
    304: { description: "The version is still the one of the response with this ETag." },
    429: { $ref: `#/components/responses/${REFUSALS[429].name}` },
  },
};

/** `listCalls` and `getCall`. */
function operationIdOf(path: string): string {
  const [, collection = "", one] = path.split("/");
  const named = collection.slice(0, 1).toUpperCase() + collection.slice(1);
  return one === undefined ? `list${named}` : `get${named.slice(0, -1)}`;
}

function inQuery(name: string, { description, schema }: Parameter<unknown>) {
  return { name, in: "query", description, schema };
}

function contentOf(name: string) {
  return { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } };
}

/** Each schema is written out once, and referred to by its name in all others. */
function schemas(): Record<string, JsonSchema> {
  const names = new Map(Object.entries(SCHEMAS).map(([name, validator]) => [validator, name]));
  return Object.fromEntries(
    Object.entries(SCHEMAS).map(([name, validator]) => {
      const others = new Map([...names].filter(([, other]) => other !== name));
      return [name, jsonSchemaOf(validator, others)];
    }),
  );
}
