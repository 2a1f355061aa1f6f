import { optional, required } from "../lib/env";
import { parseLanguageModel, type LanguageModel } from "./vapiModel";
import { voicePlatform, type VoicePlatform } from "./vapi";

const API_URL = "https://api.vapi.ai";

export function vapi(): VoicePlatform {
  return voicePlatform({
    apiUrl: optional("VAPI_API_URL") ?? API_URL,
    privateKey: required("VAPI_PRIVATE_KEY"),
    publicKey: optional("VAPI_PUBLIC_KEY"),
  });
}

export function languageModel(): LanguageModel {
  return parseLanguageModel(optional("LANGUAGE_MODEL"));
}
