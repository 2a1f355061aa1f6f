import { v } from "convex/values";

export const signInFields = {
  ownerId: v.id("users"),
  sessionId: v.id("authSessions"),
  /** Null for programs, and if it is unknown. */
  device: v.union(v.string(), v.null()),
  /** All that we store about the place. */
  timeZone: v.union(v.string(), v.null()),
  lastSeenAtMs: v.number(),
};
