import { ConvexHttpClient } from "convex/browser";

export interface AdminAccess {
  url: string;
  adminKey: string;
}

/** A client that may call internal functions. The client supports admin keys, but its types do not. */
export function adminClient(url: string, adminKey: string): ConvexHttpClient {
  const admin = new ConvexHttpClient(url, { logger: false });
  (admin as unknown as { setAdminAuth(key: string): void }).setAdminAuth(adminKey);
  return admin;
}

/** Sends a command to a deployment, as the CLI and the dashboard do. */
export async function postAsAdmin(
  { url, adminKey }: AdminAccess,
  route: string,
  body: object = {},
): Promise<void> {
  const response = await fetch(`${url}/api/${route}`, {
    method: "POST",
    headers: { Authorization: `Convex ${adminKey}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (response.ok) return;
  throw new Error(`${route} answered ${response.status}: ${await response.text()}`);
}

/** Sets a deployment's environment variables; null removes one. npm package convex: src/cli/lib/env.ts. */
export async function setEnvironment(
  deployment: AdminAccess,
  variables: Record<string, string | null>,
): Promise<void> {
  const changes = Object.entries(variables).map(([name, value]) => ({ name, value }));
  await postAsAdmin(deployment, "update_environment_variables", { changes });
}

/** One run of a function, as the dashboard and `npx convex logs` list it. */
export interface LoggedFunction {
  identifier: string;
  requestId: string;
  error?: string | null;
  usageStats: { databaseReadDocuments: number; databaseWriteDocuments: number };
}

/** What ran after the cursor; 0 is the oldest that the backend still knows. */
export async function functionLog(
  { url, adminKey }: AdminAccess,
  cursor: number,
): Promise<{ entries: LoggedFunction[]; newCursor: number }> {
  const answer = await fetch(`${url}/api/stream_function_logs?cursor=${cursor}`, {
    headers: { Authorization: `Convex ${adminKey}` },
  });
  return (await answer.json()) as { entries: LoggedFunction[]; newCursor: number };
}
