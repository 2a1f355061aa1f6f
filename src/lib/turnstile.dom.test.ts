import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { must } from "./must";

const SETTING = { siteKey: "0x4AAA", scriptUrl: "https://turnstile.example/api.js" };

type Options = Record<string, unknown> & { callback(token: string): void };

/** Scripts as the page asks for them; the test says what becomes of each. */
let scripts: HTMLScriptElement[];
let removed: string[];
let rendered: Options[];

beforeEach(() => {
  // What was loaded once stays for the page.
  vi.resetModules();
  [scripts, removed, rendered] = [[], [], []];
  vi.spyOn(document.head, "append").mockImplementation((script) => {
    scripts.push(script as HTMLScriptElement);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  Reflect.deleteProperty(window, "turnstile");
});

const getToken = async () => (await import("./turnstile")).getTurnstileToken(SETTING, "embed-id");

function arrive(script: HTMLScriptElement | undefined): void {
  const render = (_container: HTMLElement, options: Options) => {
    rendered.push(options);
    return "widget-1";
  };
  Object.assign(window, { turnstile: { render, remove: (id: string) => removed.push(id) } });
  script?.onload?.(new Event("load"));
}

test("the token is for this assistant, and nothing is left in the page", async () => {
  const token = getToken();
  await vi.waitFor(() => expect(scripts).toHaveLength(1));
  expect(scripts[0]?.src).toBe(SETTING.scriptUrl);
  arrive(scripts[0]);
  await vi.waitFor(() => expect(rendered).toHaveLength(1));
  expect(rendered[0]).toMatchObject({ sitekey: "0x4AAA", action: "call", cData: "embed-id" });
  rendered[0]?.callback("token");
  expect(await token).toBe("token");
  expect(removed).toEqual(["widget-1"]);
  expect(document.body.children).toHaveLength(0);
  // The next one takes no script any more.
  const next = getToken();
  await vi.waitFor(() => expect(rendered).toHaveLength(2));
  rendered[1]?.callback("next");
  expect(await next).toBe("next");
  expect(scripts).toHaveLength(1);
});

test("a script that is blocked fails at once, and the next press asks for it again", async () => {
  const first = getToken();
  await vi.waitFor(() => expect(scripts).toHaveLength(1));
  scripts[0]?.dispatchEvent(new Event("error"));
  await expect(first).rejects.toThrow("did not load");
  const second = getToken();
  await vi.waitFor(() => expect(scripts).toHaveLength(2));
  arrive(scripts[1]);
  await vi.waitFor(() => expect(rendered).toHaveLength(1));
  rendered[0]?.callback("token");
  expect(await second).toBe("token");
});

test.each([
  "error-callback",
  "timeout-callback",
  "unsupported-callback",
  "before-interactive-callback",
])("%s is a failure", async (name) => {
  const token = getToken();
  await vi.waitFor(() => expect(scripts).toHaveLength(1));
  arrive(scripts[0]);
  await vi.waitFor(() => expect(rendered).toHaveLength(1));
  const { [name]: react } = must(rendered[0], "the widget");
  (react as (code: string) => unknown)("600010");
  await expect(token).rejects.toThrow("Turnstile failed (600010)");
  expect(document.body.children).toHaveLength(0);
});

test("where nothing answers it gives up after twenty seconds", async () => {
  const { getTurnstileToken: get } = await import("./turnstile");
  vi.useFakeTimers();
  const token = get(SETTING, "embed-id");
  const failed = expect(token).rejects.toThrow("no answer");
  await vi.advanceTimersByTimeAsync(20_000);
  await failed;
  // What arrives now is of no use to anybody.
  arrive(scripts[0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(rendered).toEqual([]);
});
