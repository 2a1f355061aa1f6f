/** How much a backend holds, for people who are about to save or to replace it. */
import type { CliSettings } from "./cli-settings.ts";

export interface StoredData {
  tables: number;
  documents: number;
  files: number;
}

export async function storedData(backend: CliSettings): Promise<StoredData> {
  const components = await ask<{ path: string }[]>(backend, "_system/frontend/components:list");
  const paths = new Set(["", ...components.map(({ path }) => path)]);
  const total: StoredData = { tables: 0, documents: 0, files: 0 };
  for (const componentPath of paths) {
    const { page } = await ask<{ page: { name: string }[] }>(backend, "_system/cli/tables", {
      componentPath,
      args: { paginationOpts: { cursor: null, numItems: 10_000 } },
    });
    for (const tableName of new Set(["_storage", ...page.map(({ name }) => name)])) {
      const size = await ask<number>(backend, "_system/cli/tableSize", {
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

export function inWords({ tables, documents, files }: StoredData): string {
  return `${counted(documents, "document")} in ${counted(tables, "table")}, and ${counted(files, "file")}`;
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString("en-US")} ${what}${count === 1 ? "" : "s"}`;
}

interface Question {
  componentPath: string;
  args: object;
}

async function ask<T>(
  { url, adminKey }: CliSettings,
  path: string,
  { componentPath, args }: Question = { componentPath: "", args: {} },
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
