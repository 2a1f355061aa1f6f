import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type ShownSession = FunctionReturnType<typeof api.account.listSessions>[number];

export function deviceName({ device }: Pick<ShownSession, "device">): string {
  return device ?? "Unknown device";
}

export function isHandheld({ device }: Pick<ShownSession, "device">): boolean {
  return device !== null && /\b(Android|iPhone|iPad)$/.test(device);
}

/** What a time zone is named after: "America/Argentina/Buenos_Aires" is near Buenos Aires. */
export function placeName({ timeZone }: Pick<ShownSession, "timeZone">): string | null {
  const city = timeZone?.includes("/") === true ? timeZone.split("/").at(-1) : undefined;
  if (city === undefined || timeZone?.startsWith("Etc/") === true) return null;
  return `Near ${city.replaceAll("_", " ")}`;
}
