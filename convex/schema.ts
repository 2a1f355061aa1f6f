import { authTables } from "@convex-dev/auth/server";
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { assistantContent, assistantIdentity } from "./model/assistantFields";

export default defineSchema({
  ...authTables,
  assistants: defineTable({
    ...assistantContent,
    ...assistantIdentity,
    ownerId: v.id("users"),
    published: v.boolean(),
  })
    .index("by_owner", ["ownerId"])
    .index("by_embed_id", ["embedId"]),
});
