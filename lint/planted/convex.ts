/**
 * A fault for each of Convex's own rules, in the file of convex/ where it is looked for. Several of
 * the rules follow imports or ask for the schema's types, so that these files form a small backend.
 */
export const BACKEND: Record<string, { rules: string[]; code: string }> = {
  "convex/schema.ts": {
    rules: ["no-duplicate-indexes"],
    code: `
      import { defineSchema, defineTable } from "convex/server";
      import { v } from "convex/values";
      import { letter } from "./letters";
      export default defineSchema({
        notes: defineTable({ text: v.string(), letter })
          .index("by_text", ["text"])
          .index("by_text_and_letter", ["text", "letter"]),
      });`,
  },
  "convex/letters.ts": {
    rules: ["no-schema-import-cycle"],
    code: `
      import { v } from "convex/values";
      import schema from "./schema";
      export const letter = v.string();
      export const tables = Object.keys(schema.tables);`,
  },
  "convex/_generated/dataModel.d.ts": {
    rules: [],
    code: `
      import type { DataModelFromSchemaDefinition } from "convex/server";
      import type schema from "../schema";
      export type DataModel = DataModelFromSchemaDefinition<typeof schema>;`,
  },
  "convex/_generated/server.ts": {
    rules: [],
    code: `
      import { mutationGeneric, queryGeneric } from "convex/server";
      import type { MutationBuilder, QueryBuilder } from "convex/server";
      import type { DataModel } from "./dataModel";
      export const query = queryGeneric as QueryBuilder<DataModel, "public">;
      export const mutation = mutationGeneric as MutationBuilder<DataModel, "public">;`,
  },
  "convex/heavy.ts": { rules: [], code: `"use node";\nexport const heavy = 1;` },
  "convex/notes.ts": {
    rules: [
      "explicit-table-ids",
      "import-wrong-runtime",
      "no-collect-in-query",
      "no-filter-in-query",
      "no-old-registered-function-syntax",
      "no-process-env",
      "require-access-control",
      "require-args-validator",
    ],
    code: `
      import { v } from "convex/values";
      import { mutation, query } from "./_generated/server";
      import { heavy } from "./heavy";
      export const old = query(async () => await Promise.resolve(heavy));
      export const bare = query({ handler: async (_ctx, args: { n: number }) => await Promise.resolve(args.n) });
      export const all = query({
        args: {},
        handler: async (ctx) =>
          await ctx.db.query("notes").filter((q) => q.eq(q.field("text"), process.env.TEXT ?? "")).collect(),
      });
      export const remove = mutation({
        args: { id: v.id("notes") },
        handler: async (ctx, { id }) => { await ctx.db.delete(id); },
      });`,
  },
  "convex/crons.ts": {
    rules: ["no-top-of-hour-crons"],
    code: `
      import { cronJobs } from "convex/server";
      import { internal } from "./_generated/api";
      const crons = cronJobs();
      crons.hourly("sweep", { minuteUTC: 0 }, internal.notes.sweep);
      export default crons;`,
  },
};
