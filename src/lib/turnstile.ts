/**
 * Gets a token from Cloudflare Turnstile. A separate script, because only deployments with Turnstile load it:
 * developers.cloudflare.com/turnstile/get-started/client-side-rendering
 */
import { TURNSTILE_ACTION } from "../../convex/shared/turnstile";

export interface TurnstileSetting {
  siteKey: string;
  scriptUrl: string;
}

interface Turnstile {
  render(container: HTMLElement, options: object): string;
  remove(id: string): void;
}

/** A challenge takes a few seconds. Shorter than the timeout for connecting a call, so that this error is shown first. */
const GIVE_UP_AFTER_MS = 20_000;

/** Rejects if the script is blocked, the challenge fails, or there is no answer. */
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
            // The frame has no room for a challenge, so one that needs an interaction counts as failed.
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

/** Loaded once for each page, by address. */
const scripts = new Map<string, Promise<Turnstile>>();

/** If loading failed, the next press tries again. */
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
