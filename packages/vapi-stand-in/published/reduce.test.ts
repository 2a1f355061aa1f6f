import { expect, test } from "vitest";
import { reduced } from "./reduce.ts";

const MANY = Array.from({ length: 40 }, (_, index) => `value ${index}`);

test("of a document its names, types, values, bounds and required fields are left", () => {
  const body = { $ref: "#/components/schemas/CreateAssistantDTO" };
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const empty = { type: "object" } as const;
  const document = reduced(
    {
      paths: {
        "/assistant": {
          post: {
            parameters: [],
            requestBody: { content: { "application/json": { schema: body } } },
            responses: { "201": { content: { "application/json": { schema: body } } } },
          },
          get: {
            parameters: [
              { name: "limit", in: "query", required: true, schema: { type: "number" } },
            ],
          },
        },
        "/squad": { post: {} },
      },
      components: {
        schemas: {
          CreateAssistantDTO: {
            ...({ description: "Prose.", title: "Prose." } as object),
            type: "object",
            properties: {
              name: { type: "string", maxLength: 40 },
              said: {
                type: "array",
                items: { oneOf: [ref("UserMessage"), ref("AssistantMessage")] },
              },
              next: { allOf: [ref("CreateAssistantDTO")] },
              one: { type: "string", enum: MANY },
              other: { type: "array", enum: MANY, items: { type: "string", enum: MANY } },
            },
            required: ["name"],
          },
          ...{ UserMessage: empty, AssistantMessage: empty },
          DeveloperMessage: {
            type: "object",
            properties: { role: { type: "string" }, content: { type: "string" } },
          },
          ...{ Call: empty, CreateWebCallDTO: empty, ServerMessage: empty },
          ...{ ServerMessageResponseToolCalls: empty },
          ...{ CreateWebhookCredentialDTO: empty, WebhookCredential: empty },
        },
      },
    },
    "2026-01-01",
  );
  expect(document.types.CreateAssistantDTO).toEqual({
    type: "object",
    properties: {
      name: { type: "string", maxLength: 40 },
      said: {
        type: "array",
        items: { oneOf: [{ ref: "ChatUserMessage" }, { ref: "AssistantMessage" }] },
      },
      next: { ref: "CreateAssistantDTO" },
      one: { ref: "CreateAssistantDTO.one" },
      other: { type: "array", items: { ref: "CreateAssistantDTO.one" } },
    },
    required: ["name"],
  });
  expect(document.types["CreateAssistantDTO.one"]).toEqual({ enum: MANY });
  expect(document.types.ChatUserMessage?.properties).toEqual({
    role: { enum: ["user"] },
    content: { type: "string" },
  });
  expect(document.operations).toMatchObject({
    "POST /assistant": {
      body: { ref: "CreateAssistantDTO" },
      answers: { 201: { ref: "CreateAssistantDTO" } },
    },
    "GET /assistant": { query: { required: ["limit"] } },
    "POST /squad": {},
  });
});
