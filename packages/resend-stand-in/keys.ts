import { randomBytes } from "node:crypto";
import { keysOfFolder } from "@hark/stand-in-kit/key-file";

export interface Keys {
  /** Full access. */
  apiKey: string;
  /** Sending access only. */
  sendingKey: string;
  /** Signs the events that go to the endpoint given at the start. */
  webhookSecret: string;
}

/** The prefix of the stand-in's own keys, by which a real key is recognized. */
export const LOCAL_KEY = "re_local_";

export function openKeys(dataFolder: string): Promise<Keys> {
  return keysOfFolder<Keys>(dataFolder, "apiKey", () => ({
    apiKey: LOCAL_KEY + randomBytes(24).toString("hex"),
    sendingKey: LOCAL_KEY + randomBytes(24).toString("hex"),
    webhookSecret: newSigningSecret(),
  }));
}

/** In Svix's format: 24 bytes in base64. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(24).toString("base64")}`;
}
