/** What waits to run, or is running. */
import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import type { JSONValue } from "convex/values";
import type { SerializedQuery } from "../engine/document-stream.ts";
import { SCHEDULED_FUNCTIONS } from "../engine/system-tables.ts";
import { int64Json } from "../values/json.ts";
import type { JsonObject } from "../values/json.ts";
import { inComponent, systemQuery } from "./system-function.ts";
import type { SystemModule } from "./system-function.ts";
import { pageOf } from "./table-pages.ts";

export const schedule: SystemModule = {
  "_system/frontend/paginatedScheduledJobs:default": systemQuery(
    {
      ...inComponent,
      paginationOpts: paginationOptsValidator,
      udfPath: v.optional(v.string()),
    },
    (context, { paginationOpts, udfPath }) => {
      const query: SerializedQuery = {
        source: {
          type: "IndexRange",
          indexName: `${SCHEDULED_FUNCTIONS}.by_state_kind_and_scheduledTime`,
          // No other state sorts between these two.
          range: [
            { type: "Gte", fieldPath: "state.kind", value: "inProgress" },
            { type: "Lte", fieldPath: "state.kind", value: "pending" },
          ],
          order: "asc",
        },
        operators:
          typeof udfPath === "string"
            ? [{ filter: { $eq: [{ $field: "name" }, { $literal: udfPath }] } }]
            : [],
      };
      const { page, ...rest } = pageOf(context, query, paginationOpts);
      return { ...rest, page: page.map((job) => jobOf(job, context.component)) };
    },
  ),
};

function jobOf(
  { _id, _creationTime, name, args, scheduledTime, state }: JsonObject,
  component: string,
) {
  return {
    _id: _id ?? null,
    _creationTime: _creationTime ?? null,
    nextTs: nanoseconds(scheduledTime as number),
    udfPath: name ?? null,
    state: state ?? null,
    udfArgs: argsBytes(args ?? []),
    argsId: null,
    ...(component === "" ? {} : { component }),
  };
}

export function nanoseconds(ms: number): { $integer: string } {
  return int64Json(BigInt(Math.round(ms)) * 1_000_000n);
}

/** Arguments as upstream keeps them: bytes that hold their JSON. */
export function argsBytes(args: JSONValue): { $bytes: string } {
  return { $bytes: Buffer.from(JSON.stringify(args)).toString("base64") };
}
