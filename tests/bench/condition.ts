import type { Session } from "./plain-page.ts";

/** How fast a visitor's machine and network are. */
export interface Condition {
  name: string;
  slowdown: number;
  network: { latency: number; downloadThroughput: number; uploadThroughput: number } | null;
}

const SLOW: Condition = {
  name: "processor 4x slower, slow 4G",
  slowdown: 4,
  network: { latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 },
};

/** Processor and network. "Slow 4G" is as in Chromium's developer tools. */
export const CONDITIONS: Condition[] = [{ name: "unthrottled", slowdown: 1, network: null }, SLOW];

export async function throttle(session: Session, { slowdown, network }: Condition): Promise<void> {
  await session.send("Network.enable");
  if (network !== null) {
    await session.send("Network.emulateNetworkConditions", { offline: false, ...network });
  }
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
}
