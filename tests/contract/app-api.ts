/** Typed references to the fixture app's functions. */
import { anyApi } from "convex/server";
import type { ApiFromModules } from "convex/server";
import type * as calls from "./app/convex/calls";
import type * as documents from "./app/convex/documents";
import type * as echoes from "./app/convex/echoes";
import type * as files from "./app/convex/files";
import type * as http from "./app/convex/http";
import type * as items from "./app/convex/items";
import type * as kinds from "./app/convex/kinds";
import type * as later from "./app/convex/later";
import type * as nesting from "./app/convex/nesting";
import type * as notes from "./app/convex/notes";
import type * as planning from "./app/convex/planning";
import type * as runtime from "./app/convex/runtime";
import type * as uploads from "./app/convex/uploads";
import type * as values from "./app/convex/values";

export const api = anyApi as unknown as ApiFromModules<{
  calls: typeof calls;
  documents: typeof documents;
  echoes: typeof echoes;
  files: typeof files;
  http: typeof http;
  items: typeof items;
  kinds: typeof kinds;
  later: typeof later;
  nesting: typeof nesting;
  notes: typeof notes;
  planning: typeof planning;
  runtime: typeof runtime;
  uploads: typeof uploads;
  values: typeof values;
}>;
