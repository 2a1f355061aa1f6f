/**
 * Gets a token from Cloudflare Turnstile, for deployments whose operator has set its keys. A script of its own, which
 * is loaded for nobody else: developers.cloudflare.com/turnstile/get-started/client-side-rendering
 */
import { TURNSTILE_ACTION } from "../../../convex/shared/turnstile";
import type { WidgetAssistant } from "../state/assistant";

export type TurnstileSetting = NonNullable<WidgetAssistant["turnstile"]>;

interface Turnstile {
  render(container: HTMLElement, options: object): string;
  remove(id: string): void;
}

/** A challenge takes a few seconds. Less than what a call may take to connect, so that this failure is the one shown. */
const GIVE_UP_AFTER_MS = 20_000;

/** Rejects when the script is blocked, the challenge fails, or nobody answers. */
export async function getTurnstileToken(
  setting: TurnstileSetting,
  embedId: string,
): Promise<string> {
  const container = document.createElement("div");
  container.style.position = "fixed";
  container.setAttribute("aria-hidden", "true");
  document.body.append(container);
  let removeWidget: () => void = () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = (code?: string) => reject(new Error(`Turnstile failed (${String(code)})`));
      timer = setTimeout(fail, GIVE_UP_AFTER_MS, "no answer");
      load(setting.scriptUrl)
        .then((turnstile) => {
          if (!container.isConnected) return;
          const id = turnstile.render(container, {
            sitekey: setting.siteKey,
            action: TURNSTILE_ACTION,
            cData: embedId,
            // The frame has no room for anything to see; what asks for an interaction has failed.
            appearance: "interaction-only",
            "before-interactive-callback": fail,
            "response-field": false,
            retry: "never",
            "refresh-expired": "never",
            callback: resolve,
            "error-callback": (code: string) => {
              fail(code);
              return true;
            },
            "timeout-callback": fail,
            "unsupported-callback": fail,
          });
          removeWidget = () => turnstile.remove(id);
        })
        .catch(reject);
    });
  } finally {
    clearTimeout(timer);
    removeWidget();
    container.remove();
  }
}

/** By its address, once a page. */
const scripts = new Map<string, Promise<Turnstile>>();

/** A script that did not come is requested again with the next press. */
function load(scriptUrl: string): Promise<Turnstile> {
  const loading = scripts.get(scriptUrl) ?? request(scriptUrl);
  scripts.set(scriptUrl, loading);
  return loading;
}

function request(scriptUrl: string): Promise<Turnstile> {
  return new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = scriptUrl;
    script.onload = () => {
      const { turnstile } = window as { turnstile?: Turnstile };
      if (turnstile === undefined) reject(new Error("Turnstile's script did nothing"));
      else resolve(turnstile);
    };
    script.onerror = () => {
      script.remove();
      reject(new Error("Turnstile's script did not load"));
    };
    document.head.append(script);
  }).catch((error: unknown) => {
    scripts.delete(scriptUrl);
    throw error;
  });
}
