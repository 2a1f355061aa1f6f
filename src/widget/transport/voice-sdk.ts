/** The voice SDK, by far the largest part of the call script. */
import DailyIframe, { type DailyCall } from "@daily-co/daily-js";
import VapiModule from "@vapi-ai/web";
import type { VoiceClient, VoiceService, WebCall } from "./voice-client";
import { openSession, type SessionListener, type VoiceSession } from "./voice-session";

// The package is CommonJS. The bundler decides whether the class is its `default`.
const Vapi = (VapiModule as { default?: typeof VapiModule }).default ?? VapiModule;

export interface CallOptions {
  service: VoiceService;
  call: Promise<WebCall>;
  listener: SessionListener;
}

export function joinCall({ service, call, listener }: CallOptions): VoiceSession {
  const { token, baseUrl, callMachineUrl } = service;
  const settings = {
    // The page's content security policy does not allow eval.
    avoidEval: true,
    ...(callMachineUrl === null ? {} : { callObjectBundleUrlOverride: callMachineUrl }),
  };
  // The SDK passes on more settings to daily-js than its types declare.
  const vapi = new Vapi(token, baseUrl, settings);
  // On phones the SDK waits a second for the microphone permission, which the page has already.
  Object.assign(vapi, { isMobileDevice: () => false });
  const client: VoiceClient = {
    on: (event, react) => vapi.on(event as "message", react),
    join(created) {
      vapi.on("call-start-progress", ({ stage, status }) => {
        if (stage !== "daily-call-object-creation" || status !== "completed") return;
        const daily = DailyIframe.getCallInstance();
        if (daily !== undefined) joinOnce(daily, created);
      });
      // The SDK's method for rejoining a call also joins a new one.
      return vapi.reconnect(NO_CALL_YET);
    },
    stop: () => vapi.stop(),
    send: (message) => vapi.send(message),
    setMuted: (isMuted) => vapi.setMuted(isMuted),
  };
  return openSession(client, call, listener);
}

/** The SDK refuses a call without an address. */
const NO_CALL_YET = { webCallUrl: "about:blank" };

/**
 * Loads the call machine while the call is still being requested, which saves a round trip:
 * docs.daily.co/reference/daily-js/instance-methods/load.
 */
function joinOnce(daily: DailyCall, created: Promise<WebCall>): void {
  const join = daily.join.bind(daily);
  daily.join = async (options) => {
    await daily.load();
    const { webCallUrl, transport: { callToken } = {} } = await created;
    return await join({
      ...options,
      url: webCallUrl,
      ...(callToken === undefined ? {} : { token: callToken }),
    });
  };
}

/** The address from which daily-js loads the call machine by default. */
const DEFAULT_CALL_MACHINE_URL = `https://c.daily.co/call-machine/versioned/${DailyIframe.version()}/static/call-machine-object-bundle.js`;

/** Loads the call machine into the browser's cache, so that a call starts sooner. */
export async function fetchCallMachine(otherUrl: string | null): Promise<void> {
  await fetch(otherUrl ?? DEFAULT_CALL_MACHINE_URL, { mode: "no-cors" });
}
