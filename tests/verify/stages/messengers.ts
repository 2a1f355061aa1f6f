import type { Channels } from "../settings.ts";
import type { Stage } from "./stage.ts";

/** Sends one message to each channel that is given. */
export function messengersStage(channels: Channels, run: string): Stage {
  const names = channels.to.map(({ kind }) => kind).join(", ");
  return {
    name: "Messengers",
    plan: `sends one message that says so to each of: ${names}. It stays there.`,
    files: ["tests/verify/messengers.cases.ts"],
    check: () => Promise.resolve(),
    begin: () => Promise.resolve({ run, messengers: channels }),
    clean: () => Promise.resolve(),
    cleanAll: () => Promise.resolve(),
  };
}
