/** Counts what a backend holds, to tell people before they save or replace it. */
import type { CliSettings } from "./cli-settings.ts";

export interface StoredData {
  tables: number;
  documents: number;
  files: number;
}

export async function storedData(backend: CliSettings): Promise<StoredData> {
  const components = await runSystemQuery<{ path: string }[]>(
    backend,
    "_system/frontend/components:list",
  );
  const paths = new Set(["", ...components.map(({ path }) => path)]);
  const total: StoredData = { tables: 0, documents: 0, files: 0 };
  for (const componentPath of paths) {
    const { page } = await runSystemQuery<{ page: { name: string }[] }>(
      backend,
      "_system/cli/tables",
      {
        componentPath,
        args: { paginationOpts: { cursor: null, numItems: 10_000 } },
      },
    );
    for (const tableName of new Set(["_storage", ...page.map(({ name }) => name)])) {
      const size = await runSystemQuery<number>(backend, "_system/cli/tableSize", {
        componentPath,
        args: { tableName },
      });
      if (tableName === "_storage") total.files += size;
      if (tableName.startsWith("_") || size === 0) continue;
      total.tables += 1;
      total.documents += size;
    }
  }
  return total;
}

export function isEmpty({ documents, files }: StoredData): boolean {
  return documents === 0 && files === 0;
}

export function describeData({ tables, documents, files }: StoredData): string {
  return `${countOf(documents, "document")} in ${countOf(tables, "table")}, and ${countOf(files, "file")}`;
}

function countOf(count: number, what: string): string {
  return `${count.toLocaleString("en-US")} ${what}${count === 1 ? "" : "s"}`;
}

interface QueryOptions {
  componentPath: string;
  args: object;
}

async function runSystemQuery<T>(
  { url, adminKey }: CliSettings,
  path: string,
  { componentPath, args }: QueryOptions = { componentPath: "", args: {} },
): Promise<T> {
  const response = await fetch(`${url}/api/query`, {
    method: "POST",
    headers: { Authorization: `Convex ${adminKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ path, args, format: "json", componentPath }),
  });
  const answer = (await response.json()) as { value: T; errorMessage?: string };
  if (answer.errorMessage !== undefined) throw new Error(answer.errorMessage);
  return answer.value;
}
