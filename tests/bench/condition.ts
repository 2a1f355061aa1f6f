import type { CDPSession } from "@playwright/test";

/** How fast a visitor's machine and network are. */
export interface Condition {
  name: string;
  slowdown: number;
  network: { latency: number; downloadThroughput: number; uploadThroughput: number } | null;
}

export async function throttle(
  session: CDPSession,
  { slowdown, network }: Condition,
): Promise<void> {
  await session.send("Network.enable");
  if (network !== null) {
    await session.send("Network.emulateNetworkConditions", { offline: false, ...network });
  }
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
}
