/** The API as OpenAPI 3.1 describes it, made of what it goes by itself. */
import type { GenericValidator } from "convex/values";
import { API_PATH, KEY_PREFIX } from "../shared/apiKeys";
import { PRODUCT_NAME } from "../shared/productName";
import { type JsonSchema, jsonSchemaOf } from "./jsonSchema";
import type { Parameter } from "./parameters";
import { ANSWERS, type Route, ROUTES } from "./routes";
import { apiError } from "./shapes";

export const DOCUMENT_PATH = "/openapi.json";

const SCHEMAS: Record<string, GenericValidator> = { ...ANSWERS, Error: apiError };

const REFUSALS = {
  400: { name: "InvalidParameter", description: "A parameter is wrong; the error names it." },
  401: {
    name: "KeyRefused",
    description: "There is no key, or it is not good any more.",
    headers: { "WWW-Authenticate": { schema: { type: "string" } } },
  },
  403: { name: "ScopeMissing", description: "The key may not read this." },
  404: { name: "NotFound", description: "There is no such thing, or it is not yours." },
  429: {
    name: "TooManyRequests",
    description: "Too many requests of one key, or from one network.",
    headers: { "Retry-After": { description: "In seconds.", schema: { type: "integer" } } },
  },
  500: { name: "InternalError", description: "A fault of ours." },
} as const;

export function apiDocument(siteUrl: string): JsonSchema {
  return {
    openapi: "3.1.0",
    info: {
      title: `${PRODUCT_NAME} API`,
      version: "1.0.0",
      description: `Reads your assistants, your calls and what they left behind. For servers: a key is a secret, and answers cannot be read by web pages of other origins. New fields may be added at any time.`,
    },
    servers: [{ url: siteUrl + API_PATH }],
    security: [{ key: [] }],
    paths: Object.fromEntries(ROUTES.map((route) => [route.path, { get: operationOf(route) }])),
    components: {
      securitySchemes: {
        key: {
          type: "http",
          scheme: "bearer",
          description: `A key that begins with ${KEY_PREFIX}, made in the dashboard under Connections.`,
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
    description: `Needs the scope \`${scope}\`.`,
    parameters: [
      ...(path.includes("{id}")
        ? [{ name: "id", in: "path", required: true, schema: { type: "string" } }]
        : []),
      ...Object.entries(parameters).map(([name, parameter]) => inQuery(name, parameter)),
    ],
    responses: {
      200: {
        description: "As asked for.",
        headers: {
          ETag: {
            description: "Sent back as If-None-Match, it spares the answer if nothing has changed.",
            schema: { type: "string" },
          },
          "RateLimit-Policy": { schema: { type: "string" } },
          RateLimit: { schema: { type: "string" } },
        },
        content: contentOf(answer),
      },
      304: { description: "Nothing has changed since the answer with this ETag." },
      ...Object.fromEntries(
        Object.entries(REFUSALS).map(([status, { name }]) => [
          status,
          { $ref: `#/components/responses/${name}` },
        ]),
      ),
    },
  };
}

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

/** Each by its name where another has it within, and written out where it stands itself. */
function schemas(): Record<string, JsonSchema> {
  const names = new Map(Object.entries(SCHEMAS).map(([name, validator]) => [validator, name]));
  return Object.fromEntries(
    Object.entries(SCHEMAS).map(([name, validator]) => {
      const others = new Map([...names].filter(([, other]) => other !== name));
      return [name, jsonSchemaOf(validator, others)];
    }),
  );
}
