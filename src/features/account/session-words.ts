import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { SESSIONS } from "./texts";

export type ShownSession = FunctionReturnType<typeof api.account.listSessions>[number];

export function deviceName({ device }: Pick<ShownSession, "device">): string {
  return device ?? SESSIONS.unknownDevice;
}

export function isHandheld({ device }: Pick<ShownSession, "device">): boolean {
  return device !== null && /\b(Android|iPhone|iPad)$/.test(device);
}

/** The city in the name of a time zone: "America/Argentina/Buenos_Aires" is near Buenos Aires. */
export function placeName({ timeZone }: Pick<ShownSession, "timeZone">): string | null {
  const city = timeZone?.includes("/") === true ? timeZone.split("/").at(-1) : undefined;
  if (city === undefined || timeZone?.startsWith("Etc/") === true) return null;
  return SESSIONS.near(city.replaceAll("_", " "));
}
