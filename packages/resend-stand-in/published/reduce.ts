/**
 * Creates `resend.json` from Resend's OpenAPI document: names, types, enums, bounds and required fields, without prose.
 * `npm run mail-document -- <path of resend.json> <its commit>` renews it.
 */
import { readFile, writeFile } from "node:fs/promises";
import { must } from "@hark/stand-in-kit/must";
import type { Operation, PublishedDocument, Schema } from "./schema.ts";

const SOURCE = "https://github.com/resend/resend-openapi/blob/main/resend.json";
const REDUCED = new URL("resend.json", import.meta.url);

/** The operations that are kept whole, with their request and response bodies. */
const KEPT =
  /^[A-Z]+ \/(emails|emails\/batch|emails\/(receiving\/)?\{email_id\}|domains|webhooks(\/.*)?)$/;

const NULLABLE = ["string", "null"];
const HTML_FORMATS = ["data_uri", "cid"];
const NULLABLE_LIST: Schema = { type: ["array", "null"], items: { type: "string" } };
const LIST: Schema = { type: "array", items: { type: "string" } };

/** Null where the document says `nullable`, which OpenAPI 3.1 no longer has. */
const RECEIVED_ATTACHMENTS: Schema = {
  type: "array",
  items: {
    type: "object",
    properties: {
      id: { type: "string", format: "uuid" },
      ...{ content_type: { type: "string" }, size: { type: "integer" } },
      ...{ filename: { type: NULLABLE }, content_id: { type: NULLABLE } },
      content_disposition: { type: NULLABLE },
    },
  },
};

/** Where Resend's SDK knows more: resend-node 3f67459, `src`. */
const AMENDMENTS: Record<string, (type: Schema) => Schema> = {
  // emails/interfaces/get-email-options.interface.ts
  Email: (email) => ({
    ...email,
    properties: {
      ...email.properties,
      ...{ html: { type: NULLABLE }, text: { type: NULLABLE } },
      ...{ bcc: NULLABLE_LIST, cc: NULLABLE_LIST, reply_to: NULLABLE_LIST },
      ...{ scheduled_at: { type: NULLABLE }, topic_id: { type: NULLABLE } },
      tags: { type: "array", items: { ref: "Tag" } },
    },
  }),
  // webhooks/interfaces/webhook-event.interface.ts
  OutboundEmailEventData: (data) => ({
    ...data,
    properties: { ...data.properties, message_id: { type: "string" } },
    required: [...(data.required ?? []), "message_id"],
  }),
  // webhooks/interfaces/webhook-event.interface.ts
  EmailReceivedEventData: (data) => ({
    ...data,
    properties: { ...data.properties, received_for: LIST },
  }),
  // emails/receiving/interfaces/get-receiving-email.interface.ts
  GetReceivedEmailResponse: (email) => ({
    ...email,
    properties: {
      ...email.properties,
      received_for: LIST,
      headers: { type: ["object", "null"], additionalProperties: { type: "string" } },
      raw: {
        type: ["object", "null"],
        properties: { download_url: { type: "string" }, expires_at: { type: "string" } },
      },
      attachments: RECEIVED_ATTACHMENTS,
      // resend.com/docs/api-reference/emails/retrieve-received-email
      html_format: { type: "string", enum: HTML_FORMATS },
    },
  }),
};

/** Parameters that only the SDK has: emails/receiving/interfaces/get-receiving-email.interface.ts. */
const MORE_PARAMETERS: Record<string, Record<string, Schema>> = {
  "GET /emails/receiving/{email_id}": { html_format: { type: "string", enum: HTML_FORMATS } },
};

interface Source {
  paths: Record<string, Record<string, SourceOperation>>;
  webhooks: Record<string, { post: SourceOperation }>;
  components: {
    schemas: Record<string, SourceSchema>;
    parameters: Record<string, SourceParameter>;
  };
}

interface SourceParameter {
  $ref?: string;
  name: string;
  in: string;
  schema: SourceSchema;
}

interface SourceOperation {
  parameters?: SourceParameter[];
  requestBody?: { content: Record<string, { schema: SourceSchema }> };
  responses?: Record<string, { content?: Record<string, { schema: SourceSchema }> }>;
}

type SourceSchema = Omit<
  Schema,
  "ref" | "oneOf" | "properties" | "items" | "additionalProperties"
> & {
  $ref?: string;
  oneOf?: SourceSchema[];
  allOf?: SourceSchema[];
  properties?: Record<string, SourceSchema>;
  items?: SourceSchema;
  additionalProperties?: SourceSchema | boolean;
};

const PLAIN = [
  ...(["type", "enum", "const", "format", "required"] as const),
  ...(["minimum", "maximum", "minItems", "maxItems", "maxLength"] as const),
];
const JSON_TYPE = "application/json";

export function reduced(
  { paths, webhooks, components }: Source,
  commit: string,
): PublishedDocument {
  const types: Record<string, Schema> = {};

  const nameIn = ($ref: string): string => must($ref.split("/").at(-1), "name");

  const reduceType = (name: string): void => {
    if (Object.hasOwn(types, name)) return;
    // Before the schema is known, because types may contain themselves.
    types[name] = {};
    const type = reduceSchema(must(components.schemas[name], name));
    types[name] = AMENDMENTS[name]?.(type) ?? type;
  };

  const reduceSchema = (source: SourceSchema): Schema => {
    const { $ref, oneOf, allOf, properties, items, additionalProperties } = source;
    if ($ref !== undefined) {
      reduceType(nameIn($ref));
      return { ref: nameIn($ref) };
    }
    if (allOf !== undefined) return allOf.map(reduceSchema).reduce(merged);
    if (oneOf !== undefined) return { oneOf: oneOf.map(reduceSchema) };
    const schema: Schema = {};
    for (const name of PLAIN) if (source[name] !== undefined) schema[name] = source[name] as never;
    if (items !== undefined) schema.items = reduceSchema(items);
    if (typeof additionalProperties === "object") {
      schema.additionalProperties = reduceSchema(additionalProperties);
    }
    if (properties !== undefined) {
      schema.properties = Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, reduceSchema(one)]),
      );
    }
    return schema;
  };

  /** Merges two parts of a schema. A part that only describes is dropped. */
  const merged = (one: Schema, other: Schema): Schema => {
    const [left, right] = [one, other].map((each) =>
      each.ref === undefined ? each : must(types[each.ref], each.ref),
    ) as [Schema, Schema];
    if (Object.keys(right).length === 0) return one;
    return {
      ...left,
      ...right,
      properties: { ...left.properties, ...right.properties },
      required: [...(left.required ?? []), ...(right.required ?? [])],
    };
  };

  const reduceOperation = (
    operation: SourceOperation,
    moreParameters: Record<string, Schema> = {},
  ): Operation => {
    const parameters = (operation.parameters ?? []).map(({ $ref, ...own }) =>
      $ref === undefined ? own : must(components.parameters[nameIn($ref)], $ref),
    );
    const query = parameters.filter((parameter) => parameter.in === "query");
    const body = operation.requestBody?.content[JSON_TYPE]?.schema;
    const [status, response] = Object.entries(operation.responses ?? {})[0] ?? [];
    const responseSchema = response?.content?.[JSON_TYPE]?.schema;
    return {
      query: {
        ...Object.fromEntries(query.map(({ name, schema }) => [name, reduceSchema(schema)])),
        ...moreParameters,
      },
      ...(body === undefined ? {} : { body: reduceSchema(body) }),
      ...(status === undefined ? {} : { status: Number(status) }),
      ...(responseSchema === undefined ? {} : { response: reduceSchema(responseSchema) }),
    };
  };

  const operations: Record<string, Operation> = {};
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      operations[name] = KEPT.test(name) ? reduceOperation(operation, MORE_PARAMETERS[name]) : {};
    }
  }
  for (const [name, { post }] of Object.entries(webhooks)) {
    if (!name.startsWith("email.")) continue;
    operations[`EVENT ${name}`] = reduceOperation({ requestBody: must(post.requestBody, name) });
  }
  return { source: SOURCE, commit, operations, types };
}

/** One type per line, so that a diff shows what a new commit changes. */
function written({ source, commit, operations, types }: PublishedDocument): string {
  const lines = (table: object) =>
    Object.entries(table)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join(",\n");
  const head = `"source":${JSON.stringify(source)},\n"commit":${JSON.stringify(commit)}`;
  return `{${head},\n"operations":{\n${lines(operations)}\n},\n"types":{\n${lines(types)}\n}}\n`;
}

async function main([path, commit = ""]: string[]): Promise<void> {
  if (path === undefined || !/^[\da-f]{7,40}$/.test(commit)) {
    throw new Error("Usage: npm run mail-document -- <path of resend.json> <its commit>");
  }
  const source = JSON.parse(await readFile(path, "utf8")) as Source;
  await writeFile(REDUCED, written(reduced(source, commit)));
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));
