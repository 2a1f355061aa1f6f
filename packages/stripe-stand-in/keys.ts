import { keysOfFolder } from "@hark/stand-in-kit/key-file";
import { randomText } from "./identifiers.ts";

export interface Keys {
  /** Authenticates API requests. */
  secretKey: string;
  /** Signs webhooks, unless their endpoint has its own secret. */
  webhookSecret: string;
  /** Authenticates requests to the control API. */
  controlToken: string;
}

const SECRET_LENGTH = 32;

export function openKeys(dataFolder: string): Promise<Keys> {
  return keysOfFolder<Keys>(dataFolder, "secretKey", () => ({
    secretKey: `sk_test_sim_${randomText(SECRET_LENGTH)}`,
    webhookSecret: `whsec_${randomText(SECRET_LENGTH)}`,
    controlToken: randomText(SECRET_LENGTH),
  }));
}
