import { optional, required } from "../lib/env";
import { voicePlatform, type VoicePlatform } from "./vapi";

const API_URL = "https://api.vapi.ai";

export function vapi(): VoicePlatform {
  return voicePlatform({
    apiUrl: optional("VAPI_API_URL") ?? API_URL,
    privateKey: required("VAPI_PRIVATE_KEY"),
    publicKey: optional("VAPI_PUBLIC_KEY"),
  });
}
