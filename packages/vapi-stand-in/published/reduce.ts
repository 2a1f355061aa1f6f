/**
 * Makes `vapi.json` of the vendor's OpenAPI document: names, types, enums, bounds and required fields, none
 * of its prose. `npm run voice-document -- <path of openapi.json> <its date>` renews it.
 */
import { readFile, writeFile } from "node:fs/promises";
import { must } from "@hark/stand-in-kit/must";
import type { Operation, PublishedDocument, Schema } from "./schema.ts";

const SOURCE = "https://github.com/VapiAI/docs/blob/main/fern/apis/api/openapi.json";
const REDUCED = new URL("vapi.json", import.meta.url);
/** The resources of which everything is kept. */
const RESOURCES = ["assistant", "call", "chat", "file", "session", "structured-output", "tool"];
/** Except these: their bodies describe the whole platform again. */
const OTHER_PATHS = ["/structured-output/run"];
/** Of other resources, these operations alone. */
const OPERATIONS = [
  "POST /eval/simulation/run",
  "GET /eval/simulation/run/{id}",
  "PATCH /eval/simulation/run/{id}",
  "GET /eval/simulation/run/{id}/item",
  "GET /eval/simulation/run/{id}/item/{itemId}",
  "POST /eval/simulation/run/{id}/item/{itemId}/generate",
  "POST /eval/simulation/scenario/generate",
];
/**
 * The document says that suggestions are a 201, and not what it holds. An item has a field of this type for them, and the
 * type is used nowhere else.
 */
const OTHER_ANSWERS: Record<string, string> = {
  "POST /eval/simulation/run/{id}/item/{itemId}/generate": "SimulationRunItemImprovements",
};
/** Webhooks and the answer to one, to which no published path leads, and the call, which the first path below answers with more. */
const OTHER_TYPES = ["Call", "ServerMessage", "ServerMessageResponseToolCalls"];

/** The web SDK calls the first; its `api.d.ts` has all, and the document publishes their bodies. */
const OTHER_OPERATIONS: Record<string, Operation> = {
  "POST /call/web": { body: { ref: "CreateWebCallDTO" }, answers: { 201: { ref: "WebCall" } } },
  "POST /credential": {
    body: { ref: "CreateWebhookCredentialDTO" },
    answers: { 201: { ref: "WebhookCredential" } },
  },
  "DELETE /credential/{id}": { answers: { 200: { ref: "WebhookCredential" } } },
};

/** Where the document contradicts itself or the vendor's SDKs. */
const AMENDMENTS: Record<string, (type: Schema) => Schema> = {
  // Objects there, but the field's default is a list of statuses.
  BackoffPlan: (plan) => ({
    ...plan,
    properties: {
      ...plan.properties,
      excludedStatusCodes: { type: "array", items: { type: "number" } },
    },
  }),
  // Required there, but nothing made by the API has signed in to anything; the web SDK's types agree.
  WebhookCredential: (credential) => ({
    ...credential,
    required: credential.required?.filter((name) => name !== "authenticationSession") ?? [],
  }),
};

/**
 * The vendor has two classes of each of these names, and the document shows that of calls for both. In chats a message
 * has `content` instead of `message`: docs.vapi.ai/chat/quickstart, and the vendor's widget
 * (github.com/VapiAI/client-sdk-react, src/utils/vapiChatClient.ts). Of its other fields nothing is known, so they are
 * those of the developer message that stands beside it.
 */
const ROLES_IN_CHATS: Record<string, string> = { UserMessage: "user", SystemMessage: "system" };

/** Said once, under the name of where it is found first: some lists of values are long and in many places. */
const LONG_ENUM = 30;

interface Source {
  paths: Record<string, Record<string, SourceOperation>>;
  components: { schemas: Record<string, SourceSchema> };
}

interface SourceOperation {
  parameters?: { name: string; in: string; required?: boolean; schema: SourceSchema }[];
  requestBody?: { content: Record<string, { schema: SourceSchema }> };
  responses?: Record<string, { content?: Record<string, { schema: SourceSchema }> }>;
}

type SourceSchema = Omit<
  Schema,
  "ref" | "oneOf" | "properties" | "items" | "additionalProperties"
> & {
  $ref?: string;
  oneOf?: SourceSchema[];
  anyOf?: SourceSchema[];
  allOf?: SourceSchema[];
  properties?: Record<string, SourceSchema>;
  items?: SourceSchema;
  additionalProperties?: SourceSchema | boolean;
};

const PLAIN = [
  ...(["enum", "format", "maxItems", "maxLength", "maximum", "minLength", "minimum"] as const),
  ...(["nullable", "pattern", "required"] as const),
];

export function reduced({ paths, components }: Source, date: string): PublishedDocument {
  const types: Record<string, Schema> = {};
  const enums = new Map<string, string>();

  const named = (schema: Schema, place: string): Schema => {
    if (schema.enum === undefined || schema.enum.length < LONG_ENUM) return schema;
    const key = JSON.stringify(schema);
    const name = enums.get(key) ?? place;
    enums.set(key, name);
    types[name] = schema;
    return { ref: name };
  };

  const reduceType = (name: string): void => {
    if (Object.hasOwn(types, name)) return;
    // Before it is known, for types that contain themselves.
    types[name] = {};
    const type = reduceSchema(must(components.schemas[name], name), name);
    types[name] = AMENDMENTS[name]?.(type) ?? type;
  };

  const reduceChatMessage = (name: string): Schema => {
    const role = ROLES_IN_CHATS[name];
    if (role === undefined) {
      reduceType(name);
      return { ref: name };
    }
    reduceType("DeveloperMessage");
    const { properties, ...developer } = must(types.DeveloperMessage, "DeveloperMessage");
    types[`Chat${name}`] = { ...developer, properties: { ...properties, role: { enum: [role] } } };
    return { ref: `Chat${name}` };
  };

  const reduceSchema = (source: SourceSchema, place: string): Schema => {
    const ref = typeNameOf(source);
    if (ref !== undefined) {
      reduceType(ref);
      return { ref };
    }
    const { oneOf = source.anyOf, allOf, properties, items, additionalProperties } = source;
    if (allOf !== undefined) {
      if (allOf.length !== 1) throw new Error(`${place} is all of ${allOf.length}`);
      return reduceSchema(must(allOf[0], "schema"), place);
    }
    const branches = oneOf?.map(typeNameOf) ?? [];
    if (branches.includes("AssistantMessage")) {
      return { oneOf: branches.map((name) => reduceChatMessage(must(name, place))) };
    }
    if (oneOf !== undefined) {
      return { oneOf: oneOf.map((one) => named(reduceSchema(one, place), place)) };
    }
    const schema: Schema = {};
    for (const name of PLAIN) if (source[name] !== undefined) schema[name] = source[name] as never;
    // Lists repeat the values of their items, and some values are said to be objects.
    if (items !== undefined) delete schema.enum;
    else if (schema.enum !== undefined) return schema;
    if (source.type !== undefined) schema.type = source.type;
    if (items !== undefined) schema.items = named(reduceSchema(items, place), place);
    if (typeof additionalProperties === "object") {
      schema.additionalProperties = reduceSchema(additionalProperties, place);
    }
    if (properties !== undefined) {
      schema.properties = Object.fromEntries(
        Object.entries(properties).map(([name, one]) => {
          const below = `${place}.${name}`;
          return [name, named(reduceSchema(one, below), below)];
        }),
      );
    }
    return schema;
  };

  const reduceOperation = (operation: SourceOperation, place: string): Operation => {
    const query = operation.parameters?.filter((parameter) => parameter.in === "query") ?? [];
    const required = query.filter((parameter) => parameter.required === true);
    const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    const answers = Object.entries(operation.responses ?? {}).flatMap(([status, answer]) => {
      const schema = answer.content?.["application/json"]?.schema;
      return schema === undefined ? [] : [[status, reduceSchema(schema, place)] as const];
    });
    const other = OTHER_ANSWERS[place];
    if (other !== undefined) answers.push(["201", reduceSchema({ $ref: other }, place)]);
    return {
      query: {
        type: "object",
        properties: Object.fromEntries(
          query.map(({ name, schema }) => [name, reduceSchema(schema, place)]),
        ),
        ...(required.length === 0 ? {} : { required: required.map(({ name }) => name) }),
      },
      ...(content === undefined ? {} : { body: reduceSchema(content.schema, place) }),
      ...(type === "multipart/form-data" ? { isForm: true } : {}),
      answers: Object.fromEntries(answers),
    };
  };

  const operations: Record<string, Operation> = {};
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      const isResource = RESOURCES.includes(path.split("/")[1] ?? "");
      const isKept = (isResource && !OTHER_PATHS.includes(path)) || OPERATIONS.includes(name);
      operations[name] = isKept ? reduceOperation(operation, name) : {};
    }
  }
  for (const name of OTHER_TYPES) reduceType(name);
  for (const [name, operation] of Object.entries(OTHER_OPERATIONS)) {
    operations[name] = operation;
    const { body, answers = {} } = operation;
    for (const { ref } of [body ?? {}, ...Object.values(answers)]) {
      if (ref !== undefined && ref !== "WebCall") reduceType(ref);
    }
  }
  // `@vapi-ai/web` reads the room's address of a new call from here; the published call lacks it.
  const call = must(types.Call, "Call");
  types.WebCall = {
    ...call,
    properties: { ...call.properties, webCallUrl: { type: "string" } },
    required: [...(call.required ?? []), "webCallUrl"],
  };
  // As in the vendor's guide to the transport (docs.vapi.ai/calls/websocket-transport), the only one that is answered here.
  const transport = types.VapiWebsocketTransport ?? {};
  types.NewWebsocketTransport = {
    ...transport,
    properties: { ...transport.properties, websocketCallUrl: { type: "string" } },
    required: [...(transport.required ?? []), "websocketCallUrl"],
  };
  types.NewWebsocketCall = {
    ...call,
    properties: { ...call.properties, transport: { ref: "NewWebsocketTransport" } },
    required: [...(call.required ?? []), "transport"],
  };
  const created = operations["POST /call"];
  if (created !== undefined) created.answers = { 201: { ref: "NewWebsocketCall" } };
  return { source: SOURCE, date, operations, types };
}

function typeNameOf({ $ref }: SourceSchema): string | undefined {
  return $ref?.split("/").at(-1);
}

/** A type a line, so that a new date shows what has changed. */
function written({ source, date, operations, types }: PublishedDocument): string {
  const lines = (table: object) =>
    Object.entries(table)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join(",\n");
  const head = `"source":${JSON.stringify(source)},\n"date":${JSON.stringify(date)}`;
  return `{${head},\n"operations":{\n${lines(operations)}\n},\n"types":{\n${lines(types)}\n}}\n`;
}

async function main([path, date = ""]: string[]): Promise<void> {
  if (path === undefined || !/^\d{4}-\d\d-\d\d$/.test(date)) {
    throw new Error("Give the path of the vendor's openapi.json, and its date as 2026-08-18.");
  }
  const source = JSON.parse(await readFile(path, "utf8")) as Source;
  await writeFile(REDUCED, written(reduced(source, date)));
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));
