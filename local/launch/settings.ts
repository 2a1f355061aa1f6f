import path from "node:path";
import { LaunchError } from "./launch-error.ts";
import { PROJECT_ROOT } from "./project-root.ts";

export interface Settings {
  port: number;
  backendPort: number;
  sitePort: number;
  dataFolder: string;
}

type PortSetting = Exclude<keyof Settings, "dataFolder">;

export const PORT_SETTINGS: Record<PortSetting, { variable: string; standard: number }> = {
  port: { variable: "HARK_PORT", standard: 4275 },
  backendPort: { variable: "HARK_BACKEND_PORT", standard: 4276 },
  sitePort: { variable: "HARK_SITE_PORT", standard: 4277 },
};

export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const problems: string[] = [];
  const ports = { port: 0, backendPort: 0, sitePort: 0 };
  const users = new Map<number, string>();
  for (const [name, { variable, standard }] of entriesOf(PORT_SETTINGS)) {
    const text = env[variable]?.trim() ?? "";
    const port = text === "" ? standard : Number(text);
    if (!/^\d*$/.test(text) || port < 1 || port > 65535) {
      problems.push(`${variable} must be a port from 1 to 65535, not "${text}".`);
      continue;
    }
    const other = users.get(port);
    if (other !== undefined) problems.push(`${variable} and ${other} are both ${port}.`);
    users.set(port, variable);
    ports[name] = port;
  }
  if (problems.length > 0) throw new LaunchError(problems.join("\n"));
  const folder = env.HARK_DATA?.trim() ?? "";
  return { ...ports, dataFolder: path.resolve(PROJECT_ROOT, folder === "" ? ".local" : folder) };
}

function entriesOf<K extends string, V>(record: Record<K, V>): [K, V][] {
  return Object.entries(record) as [K, V][];
}
