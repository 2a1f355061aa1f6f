/** Calls a deployment's functions over the HTTP API that the Convex clients use. */
import type { CliSettings } from "./cli-settings.ts";

export interface Deployment {
  query: Call;
  mutation: Call;
  action: Call;
}

type Call = <T>(path: string, args?: object) => Promise<T>;

/** Calls with the admin key. */
export function asOperator({ url, adminKey }: CliSettings): Deployment {
  return deploymentAt(url, `Convex ${adminKey}`);
}

/** Calls as the owner with this token, or as a visitor without one. */
export function asOwner(url: string, token: string | null): Deployment {
  return deploymentAt(url, token === null ? null : `Bearer ${token}`);
}

function deploymentAt(url: string, authorization: string | null): Deployment {
  const callOf =
    (kind: "query" | "mutation" | "action"): Call =>
    async <T>(path: string, args: object = {}) => {
      const response = await fetch(`${url}/api/${kind}`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          ...(authorization === null ? {} : { Authorization: authorization }),
        },
        body: JSON.stringify({ path, args, format: "json" }),
      });
      const answer = (await response.json()) as { value: T; errorMessage?: string };
      if (response.ok && answer.errorMessage === undefined) return answer.value;
      throw new Error(`${path}: ${answer.errorMessage ?? response.status}`);
    };
  return { query: callOf("query"), mutation: callOf("mutation"), action: callOf("action") };
}

/** Uploads a file to an upload URL that a function returned, and returns its storage ID. */
export async function upload(url: string, file: Blob): Promise<string> {
  const headers = { "Content-Type": file.type };
  const response = await fetch(url, { method: "POST", headers, body: file });
  if (!response.ok) throw new Error(`A file was refused: ${await response.text()}`);
  return ((await response.json()) as { storageId: string }).storageId;
}
