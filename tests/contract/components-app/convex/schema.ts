import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  scores: defineTable({ player: v.string(), points: v.number() }),
  /** What migrations go through. */
  people: defineTable({ points: v.number(), level: v.optional(v.string()) }),
  /** What internal functions say that they did, in order. */
  reports: defineTable({ topic: v.string(), said: v.any() }).index("by_topic", ["topic"]),
});
