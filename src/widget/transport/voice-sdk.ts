/** The voice SDK, by far the heaviest part of the script of a call. */
import DailyIframe, { type DailyCall } from "@daily-co/daily-js";
import VapiModule from "@vapi-ai/web";
import type { VoiceClient, VoiceService, WebCall } from "./voice-client";
import { openSession, type SessionListener, type VoiceSession } from "./voice-session";

// The package is CommonJS; which of both it becomes depends on who bundles it.
const Vapi = (VapiModule as { default?: typeof VapiModule }).default ?? VapiModule;

export interface CallOptions {
  service: VoiceService;
  call: Promise<WebCall>;
  listener: SessionListener;
}

export function joinCall({ service, call, listener }: CallOptions): VoiceSession {
  const { token, baseUrl, callMachineUrl } = service;
  const settings = {
    // With eval the page's policy would have to allow it.
    avoidEval: true,
    ...(callMachineUrl === null ? {} : { callObjectBundleUrlOverride: callMachineUrl }),
  };
  // The SDK hands on more of daily-js's settings than its types name.
  const vapi = new Vapi(token, baseUrl, settings);
  // On phones the SDK sleeps a second before it joins, for a permission that is held already.
  Object.assign(vapi, { isMobileDevice: () => false });
  const client: VoiceClient = {
    on: (event, react) => vapi.on(event as "message", react),
    join(created) {
      vapi.on("call-start-progress", ({ stage, status }) => {
        if (stage !== "daily-call-object-creation" || status !== "completed") return;
        const daily = DailyIframe.getCallInstance();
        if (daily !== undefined) joinOnce(daily, created);
      });
      // What the SDK has for coming back to a call also joins one that is new.
      return vapi.reconnect(NO_CALL_YET);
    },
    stop: () => vapi.stop(),
  };
  return openSession(client, call, listener);
}

/** The SDK begins with no call that has no address. */
const NO_CALL_YET = { webCallUrl: "about:blank" };

/**
 * Loads the call machine while the call is still being requested, which takes a round trip. daily-js
 * offers that: docs.daily.co/reference/daily-js/instance-methods/load.
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

/** Where daily-js takes the call machine from by default. */
const VENDORS_MACHINE = `https://c.daily.co/call-machine/versioned/${DailyIframe.version()}/static/call-machine-object-bundle.js`;

/** Puts the call machine into the browser's cache, from where daily-js takes it for each call. */
export async function fetchCallMachine(otherUrl: string | null): Promise<void> {
  await fetch(otherUrl ?? VENDORS_MACHINE, { mode: "no-cors" });
}
