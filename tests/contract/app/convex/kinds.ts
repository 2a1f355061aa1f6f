/** One function for each kind of validator, of arguments and of results. */
import { v } from "convex/values";
import type { GenericValidator } from "convex/values";
import { query } from "./builders";

const taking = (value: GenericValidator) =>
  query({ args: { value }, handler: (_, args) => args.value as unknown });
const returning = (returns: GenericValidator) =>
  query({ args: { value: v.any() }, returns, handler: (_, args) => args.value as unknown });

const object = v.object({ must: v.string(), may: v.optional(v.number()) });
const union = v.union(v.string(), v.object({ n: v.number() }), v.null());
const nested = v.object({ list: v.array(v.object({ deep: v.number() })) });

export const takesNull = taking(v.null());
export const takesNumber = taking(v.number());
export const takesInt64 = taking(v.int64());
export const takesBoolean = taking(v.boolean());
export const takesString = taking(v.string());
export const takesBytes = taking(v.bytes());
export const takesNoteId = taking(v.id("notes"));
export const takesWord = taking(v.literal("word"));
export const takesSeven = taking(v.literal(7));
export const takesBigSeven = taking(v.literal(7n));
export const takesTrue = taking(v.literal(true));
export const takesArray = taking(v.array(v.number()));
export const takesRecord = taking(v.record(v.string(), v.number()));
export const takesObject = taking(object);
export const takesUnion = taking(union);
export const takesNested = taking(nested);
export const takesAny = taking(v.any());
export const takesOptional = query({
  args: { value: v.optional(v.string()) },
  handler: (_, args) => args.value ?? "nothing",
});
export const takesWhatever = query({ handler: (_, args: Record<string, unknown>) => args });

export const returnsNull = returning(v.null());
export const returnsNumber = returning(v.number());
export const returnsInt64 = returning(v.int64());
export const returnsBoolean = returning(v.boolean());
export const returnsString = returning(v.string());
export const returnsBytes = returning(v.bytes());
export const returnsNoteId = returning(v.id("notes"));
export const returnsWord = returning(v.literal("word"));
export const returnsSeven = returning(v.literal(7));
export const returnsBigSeven = returning(v.literal(7n));
export const returnsTrue = returning(v.literal(true));
export const returnsArray = returning(v.array(v.number()));
export const returnsRecord = returning(v.record(v.string(), v.number()));
export const returnsObject = returning(object);
export const returnsUnion = returning(union);
export const returnsNested = returning(nested);
export const returnsAny = returning(v.any());

export const returnsNothing = query({ args: {}, returns: v.null(), handler: () => undefined });
