/**
 * What stands in for api.js: developers.cloudflare.com/turnstile/get-started/client-side-rendering. As there, the
 * challenge runs in a frame of Cloudflare's own, so that a page whose policy has no room for it gets no token.
 */
const ORIGIN = new URL((document.currentScript as HTMLScriptElement).src).origin;

type Options = Record<string, unknown>;

const ACTION = /^[\w-]{0,32}$/;
const CDATA = /^[\w-]{0,255}$/;
const frames = new Map<string, { frame: HTMLIFrameElement; stop: () => void }>();
let made = 0;

const call = (options: Options, name: string, ...given: string[]) => {
  const react = options[name];
  if (typeof react === "function") return (react as (text?: string) => unknown)(...given);
  if (name === "error-callback") throw new Error(`[Cloudflare Turnstile] Error: ${given[0]}.`);
  return undefined;
};
const later = (act: () => void) => void setTimeout(act);

/** Cloudflare's takes a selector as well. */
function render(place: HTMLElement, options: Options): string {
  const { sitekey, action = "", cData = "" } = options;
  if (typeof sitekey !== "string" || sitekey === "") {
    throw new Error('[Cloudflare Turnstile] Invalid or missing type for parameter "sitekey".');
  }
  made += 1;
  const id = `cf-chl-widget-${made}`;
  if (!ACTION.test(String(action))) later(() => call(options, "error-callback", "110420"));
  else if (!CDATA.test(String(cData))) later(() => call(options, "error-callback", "110430"));
  else start(id, place, { sitekey, action: String(action), cdata: String(cData) }, options);
  return id;
}

function start(id: string, place: Element, asked: Record<string, string>, options: Options) {
  const frame = document.createElement("iframe");
  frame.src = `${ORIGIN}/turnstile/challenge?${new URLSearchParams({ ...asked, id })}`;
  frame.style.display = "none";
  const listen = ({ source, origin: from, data }: MessageEvent<Record<string, string>>) => {
    if (source !== frame.contentWindow || from !== ORIGIN || data.id !== id) return;
    if (data.token !== undefined) call(options, "callback", data.token);
    else if (data.error !== undefined) call(options, "error-callback", data.error);
    else call(options, "before-interactive-callback");
  };
  addEventListener("message", listen);
  frames.set(id, { frame, stop: () => removeEventListener("message", listen) });
  place.append(frame);
}

function remove(id: string): void {
  const found = frames.get(id);
  found?.stop();
  found?.frame.remove();
  frames.delete(id);
}

Object.assign(window, { turnstile: { render, remove } });

export {};
