/** The fixture app's functions, typed. */
import { anyApi } from "convex/server";
import type { ApiFromModules } from "convex/server";
import type * as calls from "./app/convex/calls";
import type * as files from "./app/convex/files";
import type * as later from "./app/convex/later";
import type * as notes from "./app/convex/notes";
import type * as values from "./app/convex/values";

export const api = anyApi as unknown as ApiFromModules<{
  calls: typeof calls;
  files: typeof files;
  later: typeof later;
  notes: typeof notes;
  values: typeof values;
}>;
