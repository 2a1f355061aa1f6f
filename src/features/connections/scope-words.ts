import type { ApiScope } from "../../../convex/shared/apiKeys";

export const SCOPE_WORDS: Record<ApiScope, { label: string; hint: string; path: string }> = {
  "assistants:read": {
    label: "Assistants",
    hint: "What they are told and how they are set up.",
    path: "/assistants",
  },
  "calls:read": { label: "Calls", hint: "With what was said in them.", path: "/calls" },
  "outcomes:read": {
    label: "Outcomes",
    hint: "What calls left behind: names, numbers, open questions.",
    path: "/outcomes",
  },
};
