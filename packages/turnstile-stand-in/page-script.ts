/**
 * Stands in for api.js: developers.cloudflare.com/turnstile/get-started/client-side-rendering. The challenge runs in a
 * frame of another origin, as at Cloudflare, so a page whose policy forbids that frame gets no token.
 */
const ORIGIN = new URL((document.currentScript as HTMLScriptElement).src).origin;

type Options = Record<string, unknown>;

const ACTION = /^[\w-]{0,32}$/;
const CDATA = /^[\w-]{0,255}$/;
const frames = new Map<string, { frame: HTMLIFrameElement; stop: () => void }>();
let count = 0;

const call = (options: Options, name: string, ...args: string[]) => {
  const callback = options[name];
  if (typeof callback === "function") return (callback as (text?: string) => unknown)(...args);
  if (name === "error-callback") throw new Error(`[Cloudflare Turnstile] Error: ${args[0]}.`);
  return undefined;
};
const defer = (task: () => void) => void setTimeout(task);

/** Cloudflare's accepts a selector too. */
function render(container: HTMLElement, options: Options): string {
  const { sitekey, action = "", cData = "" } = options;
  if (typeof sitekey !== "string" || sitekey === "") {
    throw new Error('[Cloudflare Turnstile] Invalid or missing type for parameter "sitekey".');
  }
  count += 1;
  const id = `cf-chl-widget-${count}`;
  if (!ACTION.test(String(action))) defer(() => call(options, "error-callback", "110420"));
  else if (!CDATA.test(String(cData))) defer(() => call(options, "error-callback", "110430"));
  else start(id, container, { sitekey, action: String(action), cdata: String(cData) }, options);
  return id;
}

function start(
  id: string,
  container: Element,
  parameters: Record<string, string>,
  options: Options,
) {
  const frame = document.createElement("iframe");
  frame.src = `${ORIGIN}/turnstile/challenge?${new URLSearchParams({ ...parameters, id })}`;
  frame.style.display = "none";
  const listen = ({ source, origin: from, data }: MessageEvent<Record<string, string>>) => {
    if (source !== frame.contentWindow || from !== ORIGIN || data.id !== id) return;
    if (data.token !== undefined) call(options, "callback", data.token);
    else if (data.error !== undefined) call(options, "error-callback", data.error);
    else call(options, "before-interactive-callback");
  };
  addEventListener("message", listen);
  frames.set(id, { frame, stop: () => removeEventListener("message", listen) });
  container.append(frame);
}

function remove(id: string): void {
  const found = frames.get(id);
  found?.stop();
  found?.frame.remove();
  frames.delete(id);
}

Object.assign(window, { turnstile: { render, remove } });

export {};
