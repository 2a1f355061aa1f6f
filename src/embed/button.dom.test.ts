/** The script's side of a token: where it comes from, and to whom it is given. */
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import type { FromFrame, TokenSource } from "../lib/widget-protocol";
import { addButton } from "./button";

const XHTML = "http://www.w3.org/1999/xhtml";
const ORIGIN = "https://hark.example";
const settled = () => new Promise((resolve) => setTimeout(resolve));

afterEach(() => document.body.replaceChildren());

/** A button whose frame has loaded. */
function loaded(token?: TokenSource) {
  const postMessage = vi.fn<(message: unknown, origin: string) => void>();
  const within = { postMessage };
  // An element of another kind, which loads no page.
  const frame = Object.assign(document.createElement("section"), { contentWindow: within });
  vi.spyOn(document, "createElement").mockImplementation((name: string) =>
    name === "iframe" ? frame : document.createElementNS(XHTML, name),
  );
  const { button, tell } = addButton({
    ...{ origin: ORIGIN, embedId: "ada", captions: true, token, offset: 0 },
    onRemoved: () => undefined,
  });
  onTestFinished(() => {
    button.remove();
    vi.restoreAllMocks();
  });
  frame.dispatchEvent(new Event("load"));
  const say = (data: FromFrame, source: unknown = within) =>
    window.dispatchEvent(new MessageEvent("message", { data, source: source as Window }));
  return { button, tell, postMessage, say };
}

test.each([
  ["a text", "mine", "mine"],
  ["a function", () => "mine", "mine"],
  ["a function that asks its server", async () => await Promise.resolve("mine"), "mine"],
  ["a function that has none", (() => undefined) as unknown as TokenSource, null],
])("the frame is given %s, at its own address alone", async (_name, source, token) => {
  const { postMessage, say } = loaded(source);
  expect(postMessage).toHaveBeenCalledWith(
    { hark: "connect", showsMessages: true, givesTokens: true, opensPanel: true },
    ORIGIN,
  );
  say({ hark: "token" });
  await settled();
  expect(postMessage).toHaveBeenLastCalledWith({ hark: "token", token }, ORIGIN);
});

test("a function is called for each call, and what it throws is on the console", async () => {
  const error = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => error.mockRestore());
  const source = vi.fn<() => Promise<string>>();
  source.mockResolvedValueOnce("first").mockRejectedValueOnce(new Error("signed out"));
  const { postMessage, say } = loaded(source);
  for (const token of ["first", null]) {
    say({ hark: "token" });
    await settled();
    expect(postMessage).toHaveBeenLastCalledWith({ hark: "token", token }, ORIGIN);
  }
  expect(source).toHaveBeenCalledTimes(2);
  expect(error.mock.calls).toEqual([
    ["Hark: the token function of ada failed.", new Error("signed out")],
  ]);
});

test("what the page tells goes to the frame at its own address", () => {
  const { tell, postMessage } = loaded();
  tell({ name: "Ada" });
  expect(postMessage).toHaveBeenLastCalledWith({ hark: "facts", facts: { name: "Ada" } }, ORIGIN);
});

// T26: docs/security.md
test("no other frame of the page is given a token", async () => {
  const source = vi.fn<() => string>(() => "mine");
  const { say } = loaded(source);
  const stranger = { postMessage: vi.fn<() => void>() };
  say({ hark: "token" }, stranger);
  await settled();
  expect(source).not.toHaveBeenCalled();
  expect(stranger.postMessage).not.toHaveBeenCalled();
});

test("why a call was refused is an event for the page, and nothing for its visitor", () => {
  const { button, say } = loaded();
  const heard: unknown[] = [];
  button.on("error", (error) => heard.push(error));
  button.on("message", (message) => heard.push(message));
  say({ hark: "error", code: "token_used", message: "The token has been used." });
  expect(heard).toEqual([{ code: "token_used", message: "The token has been used." }]);
  expect(document.querySelector("div")?.shadowRoot?.textContent).toBe("");
});

test("a page without tokens is asked for none", () => {
  const { postMessage } = loaded();
  expect(postMessage).toHaveBeenCalledWith(
    { hark: "connect", showsMessages: true, givesTokens: false, opensPanel: true },
    ORIGIN,
  );
});

test("a frame that stays silent for five seconds is explained on the console", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  loaded();
  vi.advanceTimersByTime(5_000);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining(
      `add ${window.location.origin} to it: on the assistant's page, under Sites and code.`,
    ),
  );
});
