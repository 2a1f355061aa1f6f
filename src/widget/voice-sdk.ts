/** By far the heaviest part of the button: a chunk of its own that comes when somebody is about to talk. */
import VapiModule from "@vapi-ai/web";
import type { VoiceClient, VoiceService } from "./voice-client";
import { openSession, type SessionListener, type VoiceSession } from "./voice-session";

// The package is CommonJS; which of both it becomes depends on who bundles it.
const Vapi = (VapiModule as { default?: typeof VapiModule }).default ?? VapiModule;

export interface CallOptions {
  service: VoiceService;
  embedId: string;
  listener: SessionListener;
}

export function openCall({ service, embedId, listener }: CallOptions): VoiceSession {
  const { token, baseUrl, callMachineUrl } = service;
  const settings = {
    // With eval the page's policy would have to allow it.
    avoidEval: true,
    ...(callMachineUrl === null ? {} : { callObjectBundleUrlOverride: callMachineUrl }),
  };
  // The SDK hands on more of daily-js's settings than its types name.
  const vapi = new Vapi(token, baseUrl, settings);
  const client: VoiceClient = {
    on: (event, react) => vapi.on(event as "message", react),
    start: (assistantId) => vapi.start(assistantId),
    stop: () => vapi.stop(),
  };
  return openSession(client, embedId, listener);
}
