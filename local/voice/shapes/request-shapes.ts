/** The other bodies and queries that the API takes. */
import { ApiError } from "../http/api-error.ts";
import type { Filter } from "../store/platform-store.ts";
import { assistantFields, overrideFields } from "./assistant-shape.ts";
import { flag, listOf, object, oneOf, optional, record, required, text } from "./check.ts";
import type { Fields } from "./check.ts";

const knowledgeBase = object({
  provider: required(oneOf("google")),
  name: required(text({ min: 1 })),
  description: required(text()),
  fileIds: required(listOf(text())),
  model: optional(text()),
});

// `function` is in the vendor's guide to query tools, though not in the published schema.
const toolFunction = object({
  name: required(text({ min: 1 })),
  description: optional(text()),
  parameters: optional(record),
  strict: optional(flag),
});

export const toolChangeFields: Fields = {
  messages: optional(listOf(record)),
  function: optional(toolFunction),
  knowledgeBases: optional(listOf(knowledgeBase)),
  rejectionPlan: optional(record),
};

export const newToolFields: Fields = { ...toolChangeFields, type: required(oneOf("query")) };

export const fileChangeFields: Fields = { name: optional(text({ min: 1, max: 40 })) };

export const webCallFields: Fields = {
  assistantId: optional(text()),
  assistant: optional(object(assistantFields)),
  assistantOverrides: optional(object(overrideFields)),
  assistantVersion: optional(text()),
  squadId: optional(text()),
  squad: optional(record),
  squadOverrides: optional(record),
  workflowId: optional(text()),
  workflow: optional(record),
  workflowOverrides: optional(record),
  name: optional(text({ max: 40 })),
  roomDeleteOnUserLeaveEnabled: optional(flag),
};

/** The ids would be those of a deletion of many at once. */
export const callDeletionFields: Fields = { ids: optional(listOf(text())) };

/** Of all that the vendor takes there, what ends a call. */
export const controlFields: Fields = { type: required(oneOf("end-call")) };

const TIMES = {
  createdAtGt: { column: "created_at", comparison: ">" },
  createdAtLt: { column: "created_at", comparison: "<" },
  createdAtGe: { column: "created_at", comparison: ">=" },
  createdAtLe: { column: "created_at", comparison: "<=" },
  updatedAtGt: { column: "updated_at", comparison: ">" },
  updatedAtLt: { column: "updated_at", comparison: "<" },
  updatedAtGe: { column: "updated_at", comparison: ">=" },
  updatedAtLe: { column: "updated_at", comparison: "<=" },
} as const;

const DEFAULT_LIMIT = 100;
const LARGEST_LIMIT = 1000;

/** The query of a list; `names` are those that this list takes beyond times and limit. */
export function filterOf(
  query: URLSearchParams,
  names: ("id" | "assistantId" | "phoneNumberId")[],
): Filter {
  const faults: string[] = [];
  const filter: Filter = { times: [], limit: DEFAULT_LIMIT };
  let isOfPhone = false;
  for (const [name, value] of query) {
    if (name === "limit") {
      filter.limit = Number(value);
      if (!/^\d+$/.test(value) || filter.limit > LARGEST_LIMIT) {
        faults.push(`limit must be a whole number from 0 to ${LARGEST_LIMIT}`);
      }
    } else if (Object.hasOwn(TIMES, name)) {
      const time = new Date(value);
      if (Number.isNaN(time.getTime())) faults.push(`${name} must be a Date instance`);
      else filter.times.push({ ...TIMES[name as keyof typeof TIMES], value: time.toISOString() });
    } else if (!names.some((known) => known === name)) {
      faults.push(`property ${name} should not exist`);
    } else if (name === "id" || name === "assistantId") filter[name] = value;
    else isOfPhone = true;
  }
  if (faults.length > 0) throw new ApiError(400, faults);
  // No call of this platform has a phone number.
  return isOfPhone ? { ...filter, limit: 0 } : filter;
}
