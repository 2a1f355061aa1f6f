/** Bodies and messages that are almost valid. */
import fc from "fast-check";

type Text = fc.Arbitrary<string>;
interface Content {
  type: string;
  body: string;
}

const SESSION = "00000000-0000-4000-8000-000000000000";
const DEEP = 20_000;

/** JSON texts that no JavaScript value serializes to. */
const STRANGE_JSON = [
  "[".repeat(DEEP) + "]".repeat(DEEP),
  '{"a":'.repeat(DEEP) + "1" + "}".repeat(DEEP),
  '{"path":"notes:list","args":' + '{"a":'.repeat(3_000) + "1" + "}".repeat(3_001),
  '{"__proto__":{"type":"Connect"},"constructor":1}',
  '"\\ud800"',
  "1e999",
  "-0",
  `"${"x".repeat(300_000)}"`,
  "",
  "{",
  "nul",
  "\u0000",
];

const FUNCTIONS = [
  ...["notes:add", "notes:list", "notes:byAuthor", "notes:page", "notes:search", "notes:get"],
  ...["items:range", "items:filtered", "items:page", "values:keep", "values:checked"],
  ...["echoes:fromQuery", "echoes:fromMutation", "echoes:fromAction", "echoes:throwInQuery"],
  ...["calls:hidden", "calls:whoAmI", "files:url", "files:remove", "later:plan", "later:state"],
  ...["_system/frontend/tableSize", "_system/cli/tables", "_system/cli/tableData", "nothing:here"],
  ...["", ":", "::", "notes", "notes.js:list", "notes:__proto__", "constructor:toString", "../x:y"],
];

const functionName: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...FUNCTIONS) },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.constantFrom(null, 7, [], {}) },
);

const strangeValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      { $integer: "AAAAAAAAAAA=" },
      { $integer: "short" },
      { $integer: 7 },
      { $float: "AAAAAAAA8H8=" },
      { $float: "" },
      { $bytes: "%%%" },
      { $bytes: null },
      { $set: [] },
      { $undefined: null },
      { $weird: 1, a: 2 },
      { "": 1, "\u0000": 2, $: 3 },
      { ["k".repeat(2_000)]: 1 },
      "\ud800",
      Number.MAX_VALUE,
      [[[[[[[[]]]]]]]],
      Array.from({ length: 9_000 }, () => 0),
      "x".repeat(20_000),
    ),
  },
);

/** Names of real and of unknown arguments. */
const argument = fc.constantFrom(
  ...["author", "rank", "id", "value", "text", "order", "limit", "group", "name", "data", "job"],
  ...["opts", "paginationOpts", "cursor", "numItems", "delayMs", "bounds", "table", "nothing"],
);
const args: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(argument, strangeValue, { maxKeys: 4 }) },
  { weight: 1, arbitrary: strangeValue },
);

const functionCall = fc.record(
  {
    path: functionName,
    args: fc.oneof(
      args,
      args.map((one) => [one]),
    ),
    format: fc.constantFrom<unknown>("json", "convex_encoded_json", "xml", 7),
    componentPath: fc.constantFrom<unknown>("", "a/b", 7, null),
    queries: fc.array(fc.record({ path: functionName, args }), { maxLength: 3 }),
    ts: strangeValue,
    startPush: strangeValue,
    schemaChange: strangeValue,
    appDefinition: strangeValue,
    componentDefinitions: strangeValue,
  },
  { requiredKeys: ["path", "args"] },
);

const assistant = fc.record(
  {
    name: strangeValue,
    assistant: fc.record(
      { name: fc.string(), firstMessage: fc.string(), voice: strangeValue, model: strangeValue },
      { requiredKeys: [] },
    ),
    assistantId: strangeValue,
    assistantOverrides: strangeValue,
    model: strangeValue,
    voice: strangeValue,
    server: strangeValue,
    type: fc.constantFrom<unknown>("end-call", "query", 7),
  },
  { requiredKeys: [] },
);

export const jsonBody: fc.Arbitrary<Content> = fc
  .oneof(
    { weight: 5, arbitrary: functionCall.map((value) => JSON.stringify(value)) },
    { weight: 3, arbitrary: assistant.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: strangeValue.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom(...STRANGE_JSON) },
  )
  .map((text) => ({ type: "application/json", body: Buffer.from(text).toString("latin1") }));

const fieldName: Text = fc.oneof(
  fc.constantFrom(
    ...["customer", "email", "name", "metadata[a]", "items[0][price]", "items[][price]", "mode"],
    ...["expand[]", "limit", "starting_after", "line_items[0][price]", "line_items[0][quantity]"],
    ...["amount", "currency", "success_url", "payment_method", "unit_amount", "product", "query"],
    ...[
      "__proto__[x]",
      "a[__proto__]",
      "constructor",
      "a[",
      "a]",
      "[]",
      "a[b]c[d]",
      "phases[9999]",
    ],
    "x" + "[y]".repeat(5_000),
  ),
  fc.string(),
);
const fieldValue: Text = fc.oneof(
  fc.constantFrom("", "-1", "1e999", "NaN", "cus_x", "usd", "%", "now", "true", "9".repeat(400)),
  fc.string(),
  fc.integer().map(String),
);

export const formBody: fc.Arbitrary<Content> = fc
  .array(fc.tuple(fieldName, fieldValue, fc.boolean()), { maxLength: 8 })
  .map((fields) => ({
    type: "application/x-www-form-urlencoded",
    body: fields
      .map(([name, value, isEscaped]) =>
        isEscaped ? new URLSearchParams({ [name]: value }).toString() : latin(`${name}=${value}`),
      )
      .join("&"),
  }));

export const multipartBody: fc.Arbitrary<Content> = fc
  .record({
    fields: fc.array(fc.tuple(fc.constantFrom("file", "purpose", "metadata", "x"), fieldValue), {
      maxLength: 3,
    }),
    fileName: fc.constantFrom('; filename="a.txt"', '; filename="a.pdf"', '; filename="', ""),
    isEnded: fc.boolean(),
    boundary: fc.constantFrom("b", "", '"b', "b; charset=x"),
  })
  .map(({ fields, fileName, isEnded, boundary }) => ({
    type: `multipart/form-data; boundary=${boundary}`,
    body: latin(
      fields
        .map(
          ([name, value]) =>
            `--b\r\nContent-Disposition: form-data; name="${name}"${fileName}\r\n\r\n${value}\r\n`,
        )
        .join("") + (isEnded ? "--b--\r\n" : ""),
    ),
  }));

function latin(text: string): string {
  return Buffer.from(text).toString("latin1");
}

const version = fc.constantFrom<unknown>(0, 0, 0, 1, -1, 0.5, 2 ** 53, "0", null);
const queryId = fc.constantFrom<unknown>(0, 1, 2, -1, 0.5, "0", null, undefined);
const modification = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom<unknown>("Add", "Add", "Add", "Change", null),
      queryId,
      udfPath: functionName,
      args: fc.oneof(
        args.map((one) => [one]),
        strangeValue,
      ),
      journal: fc.constantFrom<unknown>(null, "", "x", "[]", 7, {}),
      componentPath: fc.constantFrom<unknown>(undefined, "", "a", 7),
    },
    { requiredKeys: ["type"] },
  ),
  fc.record({ type: fc.constant("Remove"), queryId }),
  strangeValue,
);

/** Of the sync protocol: npm package `convex`, browser/sync/protocol.ts. */
export const syncMessage: Text = fc
  .oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        type: fc.constant("ModifyQuerySet"),
        baseVersion: version,
        newVersion: fc.constantFrom<unknown>(1, 1, 1, 0, -7, 1e300, "1"),
        modifications: fc.oneof(
          { weight: 6, arbitrary: fc.array(modification, { maxLength: 4 }) },
          { weight: 1, arbitrary: strangeValue },
        ),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record(
        {
          type: fc.constantFrom("Mutation", "Action"),
          requestId: fc.constantFrom<unknown>(0, 1, 2, -1, 0.5, 2 ** 60, "0", null),
          udfPath: functionName,
          args: fc.oneof(
            args.map((one) => [one]),
            strangeValue,
          ),
          componentPath: fc.constantFrom<unknown>(undefined, undefined, "", "a", 7, {}),
        },
        { requiredKeys: ["type", "requestId", "udfPath", "args"] },
      ),
    },
    {
      weight: 2,
      arbitrary: fc.record(
        {
          type: fc.constant("Authenticate"),
          tokenType: fc.constantFrom<unknown>("User", "Admin", "None", "none", 7),
          value: fc.constantFrom<unknown>("a.b.c", "ADMIN", "", 7, null, {}),
          impersonating: fc.option(strangeValue),
          baseVersion: version,
        },
        { requiredKeys: ["type", "tokenType", "baseVersion"] },
      ),
    },
    {
      weight: 1,
      arbitrary: fc.record(
        {
          type: fc.constant("Connect"),
          sessionId: fc.constantFrom<unknown>(SESSION, SESSION, "x", 7, null),
          connectionCount: version,
          lastCloseReason: strangeValue,
          maxObservedTimestamp: fc.constantFrom<unknown>("AAAAAAAAAAA=", "AAA=", "x", 7),
        },
        { requiredKeys: ["type", "sessionId"] },
      ),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant("Event"), event: strangeValue }) },
    { weight: 1, arbitrary: strangeValue },
  )
  .map((value) => JSON.stringify(value))
  .chain((text) =>
    fc.oneof(
      { weight: 12, arbitrary: fc.constant(text) },
      { weight: 1, arbitrary: fc.constantFrom(...STRANGE_JSON) },
    ),
  );

/** Of a room: packages/vapi-stand-in/room-protocol.ts; the page's messages to the assistant are JSON within JSON. */
export const roomMessage: Text = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .oneof(
        fc.record({
          type: fc.constantFrom(
            "add-message",
            "control",
            "say",
            "end-call",
            "send-transport-message",
          ),
          message: strangeValue,
          control: fc.constantFrom<unknown>("mute-assistant", "unmute-assistant", "x", 7),
          content: strangeValue,
        }),
        strangeValue,
      )
      .map((data) => JSON.stringify({ type: "app-message", data: JSON.stringify(data) })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({
        type: fc.constantFrom<unknown>("join", "leave", "app-message", "eject", 7),
        hasMicrophone: strangeValue,
        data: fc.constantFrom<unknown>("playable", "", "x", 7, null),
      })
      .map((value) => JSON.stringify(value)),
  },
  { weight: 1, arbitrary: fc.constantFrom(...STRANGE_JSON) },
);
