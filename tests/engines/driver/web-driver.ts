/** A WebDriver session over HTTP, as WebKit's driver offers. */
import { DriverError, ROUTES } from "./driver.ts";
import type { Command } from "./driver.ts";

export interface HttpSession {
  send(command: Command, params?: object): Promise<unknown>;
  close(): Promise<void>;
}

export async function openHttpSession(url: string, capabilities: object): Promise<HttpSession> {
  const opened = await request("POST", `${url}/session`, { capabilities });
  const session = `${url}/session/${(opened as { sessionId: string }).sessionId}`;
  return {
    async send(command, params = {}) {
      const [method = "", path = ""] = ROUTES[command].split(" ");
      const id = "id" in params ? String(params.id) : "";
      return await request(method, session + path.replace("{id}", id), params);
    },
    async close() {
      await request("DELETE", session);
    },
  };
}

async function request(method: string, address: string, params?: object): Promise<unknown> {
  const body = method === "POST" ? { body: JSON.stringify(params) } : {};
  const response = await fetch(address, { method, ...body });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new DriverError(address, value as { error: string; message: string });
  return value;
}
