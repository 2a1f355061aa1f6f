import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadBeforehand, watchLinks } from "./prefetch";

const load = vi.fn<() => Promise<unknown>>();
loadBeforehand("/calls", load);
watchLinks();

beforeEach(() => {
  vi.useFakeTimers();
  load.mockReset().mockResolvedValue({});
  document.body.innerHTML = `
    <a href="/calls"><b>Analytics</b></a>
    <a href="/elsewhere" id="unknown">Elsewhere</a>
    <a href="https://other.example/calls" id="foreign">Other</a>
    <p>Text</p>`;
});
afterEach(() => {
  vi.useRealTimers();
  history.replaceState(undefined, "", "/");
});

function rest(selector: string, ms: number) {
  const event = new MouseEvent("mouseover", { bubbles: true });
  document.querySelector(selector)?.dispatchEvent(event);
  vi.advanceTimersByTime(ms);
}

test("a link that the pointer has rested on for 100 ms has its page loaded", () => {
  rest("b", 99);
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(load).toHaveBeenCalledOnce();
});

test("a pointer that passes by loads nothing", () => {
  rest("b", 99);
  rest("p", 1_000);
  expect(load).not.toHaveBeenCalled();
});

test("a link that was pressed meanwhile has its page on screen, or on its way there", () => {
  rest("b", 99);
  history.pushState(undefined, "", "/calls");
  vi.advanceTimersByTime(1);
  expect(load).not.toHaveBeenCalled();
});

test.each(["#unknown", "#foreign", "p"])("%s has nothing to load", (selector) => {
  rest(selector, 1_000);
  expect(load).not.toHaveBeenCalled();
});

test("a page that cannot be loaded beforehand is nobody's concern yet", async () => {
  load.mockRejectedValue(new TypeError("Importing a module script failed."));
  rest("b", 100);
  await vi.runAllTimersAsync();
  expect(load).toHaveBeenCalledOnce();
});
