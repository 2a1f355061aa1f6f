import { v } from "convex/values";

export const signInFields = {
  ownerId: v.id("users"),
  sessionId: v.id("authSessions"),
  /** Null for a program, or when it is not known. */
  device: v.union(v.string(), v.null()),
  /** All that is known of the place. */
  timeZone: v.union(v.string(), v.null()),
  lastSeenAtMs: v.number(),
};
