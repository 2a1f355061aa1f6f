/** Opens a call's room for one input. */
import type { Opened } from "../door-process.ts";

export interface OpenRoom {
  url: string;
  close: () => Promise<void>;
}

export async function openRoom({ doors, keys }: Opened): Promise<OpenRoom> {
  const platform = doors.voice?.url ?? "";
  const call = { assistant: { name: "Ada", firstMessage: "Hello." } };
  const response = await post(`${platform}/call/web`, call, keys.PUBLIC);
  if (response.status !== 201) throw new Error(`No call: ${await response.text()}`);
  const { id, webCallUrl } = (await response.json()) as { id: string; webCallUrl: string };
  return {
    url: webCallUrl,
    // Refused if the input or the health check has ended the call.
    close: async () =>
      void (await (await post(`${platform}/${id}/control`, { type: "end-call" })).text()),
  };
}

function post(url: string, body: object, key = ""): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
}
