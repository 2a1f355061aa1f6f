/** The script that daily-js loads: takes on every call object that waits for a call machine. */
import { CallMachine } from "./machine.ts";

interface DailyGlobal {
  pendings: string[];
  instances: Record<string, { callMachine?: CallMachine }>;
}

const daily = (window as unknown as { _daily?: DailyGlobal })._daily;

for (const callClientId of daily?.pendings.splice(0) ?? []) {
  const instance = daily?.instances[callClientId];
  if (instance !== undefined) instance.callMachine = new CallMachine(callClientId);
}
