import type { Fault } from "./faults.ts";

/** Rules that depend on where a file stands: where they complain, and where they must not. */
export const MISPLACED: Fault[] = [
  { rule: "hark/walls", file: "src/lib/wall.ts", code: 'export * from "../../local/clock.ts";' },
  { rule: "hark/walls", file: "convex/wall.ts", code: 'export * from "../src/lib/must";' },
  { rule: "hark/walls", file: "local/wall.ts", code: 'export * from "../convex/schema";' },
  ...[
    'import { query } from "./_generated/server";\nexport const x = query;',
    'import { httpAction as open } from "./_generated/server";\nexport const x = open;',
    'import { internalMutation } from "./_generated/server";\nexport const x = internalMutation;',
    'import { actionGeneric } from "convex/server";\nexport const x = actionGeneric;',
    'import * as server from "./_generated/server";\nexport const x = server.query;',
    'export { mutation } from "./_generated/server";',
  ].map((code, index) => ({
    rule: "no-restricted-imports",
    file: `convex/builder-${index}.ts`,
    code,
  })),
  {
    rule: "no-restricted-imports",
    file: "convex/calls/builder.ts",
    code: 'import { query } from "../../_generated/server";\nexport const x = query;',
  },
  { rule: "no-undef", file: "public/node.js", code: "console.log(process);" },
  { rule: "no-undef", file: "lint/browser.js", code: "console.log(document);" },
];

/** A clean file of each folder. */
export const IN_PLACE: Record<string, string> = {
  "src/lib/clean.ts": 'export const title = (): string => document.title + "!";',
  "src/components/clean.tsx":
    'export function Clean({ text }: { text: string }) {\n  return <img src="a.png" alt={text} />;\n}',
  "src/lib/clean.test.ts": "export const idle = () => {};",
  "convex/lib/functions.ts":
    'import { query } from "../_generated/server";\nexport const publicQuery = query;',
  "convex/lib/internalFunctions.ts":
    'import { internalQuery } from "../_generated/server";\nexport const builders = [internalQuery];',
  "convex/clean.ts":
    'import { publicQuery } from "./lib/functions";\nexport const clean = [publicQuery];',
  "local/clean.ts": 'import path from "node:path";\nexport const here = path.resolve(".");',
  "lint/clean.js": "export const pid = process.pid;",
  "public/clean.js": "console.log(document.title);",
};
