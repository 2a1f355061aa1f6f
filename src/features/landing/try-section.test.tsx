import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sentEvent } from "../../../convex/shared/sentEvents";
import { rememberedWebsite } from "../../lib/website-to-begin-with";
import { TrySection } from "./try-section";

const SITE = {
  ...{ trial: "the-token", start: "https://bakery.example/", name: "Linden Bakery" },
  greeting: "Hello, this is Linden Bakery.",
  pages: [{ url: "https://bakery.example/", title: "Start" }],
  ...{ topics: ["hours", "prices"], priced: "Seeded roll", answersLeft: 8, secondsLeft: 600 },
};

type Sent = ReadableStreamDefaultController<Uint8Array>;
interface Posted {
  path: string;
  body: Record<string, unknown>;
  /** Answers with events, which the test sends as it likes. */
  stream: () => { send: (event: object) => Promise<void>; end: () => Promise<void> };
  refuse: (status: number, body: object) => Promise<void>;
  fail: () => Promise<void>;
}
let posted: Posted[];
let isOpen: boolean;

beforeEach(() => {
  posted = [];
  isOpen = true;
  sessionStorage.clear();
  vi.stubEnv("VITE_CONVEX_URL", "https://backend.example");
  vi.stubEnv("VITE_CONVEX_SITE_URL", "https://functions.example");
  vi.stubGlobal("requestIdleCallback", (run: () => void) => run());
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (init?.method === "HEAD") {
      const policy = isOpen ? `frame-ancestors ${location.origin}` : "frame-ancestors 'none'";
      return new Response(null, { headers: { "Content-Security-Policy": policy } });
    }
    if (init?.method !== "POST") return Response.json({ turnstile: null });
    return await new Promise<Response>((resolve, reject) => {
      const { pathname: path } = new URL(url);
      const body = JSON.parse(init.body as string) as Record<string, unknown>;
      const refuse = (status: number, refusal: object) =>
        act(async () => resolve(Response.json(refusal, { status })));
      const fail = () => act(async () => reject(new TypeError("offline")));
      posted.push({ path, body, stream: () => streamTo(resolve), refuse, fail });
    });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

function streamTo(resolve: (response: Response) => void) {
  let sent: Sent | undefined;
  resolve(
    new Response(
      new ReadableStream<Uint8Array>({ start: (controller) => void (sent = controller) }),
    ),
  );
  return {
    send: (event: object) =>
      act(async () => sent?.enqueue(new TextEncoder().encode(sentEvent(event)))),
    end: () => act(async () => sent?.close()),
  };
}

/** The request that the page has made. */
async function nextPost(): Promise<Posted> {
  return await vi.waitFor(() => {
    const next = posted.shift();
    if (next === undefined) throw new Error("Nothing was sent");
    return next;
  });
}

async function tried(address = "bakery.example"): Promise<Posted> {
  render(<TrySection />);
  const field = await screen.findByLabelText("Your website's address");
  fireEvent.change(field, { target: { value: address } });
  fireEvent.click(screen.getByRole("button", { name: "Try it on your site" }));
  return await nextPost();
}

async function shownFor(ms: number) {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  render(<TrySection />);
  await vi.waitFor(() => screen.getByLabelText("Your website's address"));
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

async function found() {
  const reading = (await tried()).stream();
  await reading.send({ found: SITE });
  await screen.findByRole("log");
}

function ask(text: string) {
  fireEvent.change(screen.getByLabelText("Your question"), { target: { value: text } });
  fireEvent.click(screen.getByRole("button", { name: "Ask" }));
}

async function answered(pieces: string[], left: number) {
  const answer = (await nextPost()).stream();
  for (const delta of pieces) await answer.send({ delta });
  await answer.send({ left });
}

test("while a website is read, the page says how far that is, and the button waits", async () => {
  const { path, body, stream } = await tried();
  expect({ path, body }).toEqual({ path: "/site-trial", body: { address: "bakery.example" } });
  const reading = stream();
  await reading.send({ reading: { read: 2, of: 5 } });
  expect(screen.getByRole("status").textContent).toBe("Reading bakery.example…");
  expect(screen.getByText("2 of 5 pages")).toBeTruthy();
  const button = screen.getByRole("button", { name: "Try it on your site" });
  expect(button.hasAttribute("disabled")).toBe(true);
  await reading.send({ found: SITE });
  expect(button.hasAttribute("disabled")).toBe(false);
  expect(
    screen.getByText("This assistant has read 1 page of Linden Bakery. Ask it something."),
  ).toBeTruthy();
});

test("an answer appears piece by piece, and what is left is counted", async () => {
  await found();
  ask("Do you bake?");
  const post = await nextPost();
  expect(post).toMatchObject({
    path: "/site-trial/answer",
    body: { trial: "the-token", text: "Do you bake?" },
  });
  const answer = post.stream();
  await answer.send({ delta: "Yes, " });
  expect(screen.getByRole("log").textContent).not.toContain("Yes");
  expect(screen.getByText(/Yes,/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Ask" }).hasAttribute("disabled")).toBe(true);
  await answer.send({ delta: "every night." });
  await answer.send({ left: 7 });
  expect(screen.getByRole("log").textContent).toContain("Yes, every night.");
  expect(screen.getByText("7 answers and 10 minutes left")).toBeTruthy();
});

test("questions to begin with are what the pages answer, and each is offered once", async () => {
  await found();
  const names = () => screen.getAllByRole("button").map(({ textContent }) => textContent);
  const suggested = ["When are you open?", "How much is “Seeded roll”?", "What do you offer?"];
  expect(names()).toEqual(expect.arrayContaining(suggested));
  fireEvent.click(screen.getByRole("button", { name: "When are you open?" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Your question"));
  await answered(["At eight."], 7);
  expect(names()).not.toContain("When are you open?");
});

test("a question without an answer can be asked again", async () => {
  await found();
  ask("Do you bake?");
  const answer = (await nextPost()).stream();
  await answer.send({ delta: "Ye" });
  await answer.end();
  expect(screen.getByText("The connection was lost. Please try again.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await answered(["Yes."], 7);
  expect(screen.getByRole("log").textContent).toContain("Yes.");
  ask("And cake?");
  await (await nextPost()).refuse(502, { code: "voice_platform_failed", message: "It failed." });
  expect(screen.getByText("It failed.")).toBeTruthy();
  expect(screen.getByText("7 answers and 10 minutes left")).toBeTruthy();
});

test("after the last answer the page says so, and leads to the same assistant", async () => {
  await found();
  ask("Do you bake?");
  await answered(["Yes."], 0);
  expect(screen.getByText(/Those were the 8 answers of this trial\. Sign up free/)).toBeTruthy();
  expect(screen.queryByLabelText("Your question")).toBeNull();
  const link = screen.getByRole("link", { name: "Create this assistant" });
  expect(link.getAttribute("href")).toBe("/dashboard");
  link.addEventListener("click", (event) => event.preventDefault());
  fireEvent.click(link);
  expect(rememberedWebsite()).toBe("https://bakery.example/");
});

test("after ten minutes the trial is over", async () => {
  const reading = (await tried()).stream();
  vi.useFakeTimers();
  await reading.send({ found: SITE });
  await act(() => vi.advanceTimersByTimeAsync(600_000));
  expect(screen.getByText(/The 10 minutes of this trial are over\./)).toBeTruthy();
  expect(screen.queryByLabelText("Your question")).toBeNull();
});

test("a trial that is over at our server is over here", async () => {
  await found();
  ask("Do you bake?");
  await (await nextPost()).refuse(403, { code: "trial_over", message: "This trial is over." });
  expect(screen.getByText("This trial is over.")).toBeTruthy();
  expect(screen.queryByLabelText("Your question")).toBeNull();
});

test.each([
  ["invalid_input", false],
  ["site_unreadable", false],
  ["trials_busy", false],
  ["trials_used_up", true],
  ["trials_off", true],
])("the refusal %s says why, and leads to the sign-up: %s", async (code, hasLink) => {
  const post = await tried();
  if (code === "site_unreadable") await post.stream().send({ error: { code, message: "Why." } });
  else await post.refuse(403, { code, message: "Why." });
  expect((await screen.findByRole("alert")).textContent).toBe("Why.");
  expect(screen.queryByRole("link", { name: "Sign up free" }) !== null).toBe(hasLink);
  const button = screen.getByRole("button", { name: "Try it on your site" });
  expect(button.hasAttribute("disabled")).toBe(false);
});

test("without a connection the page says so", async () => {
  await (await tried()).fail();
  expect((await screen.findByRole("alert")).textContent).toMatch(/connection failed/);
});

test("where trials are switched off, there is no section", async () => {
  isOpen = false;
  await shownFor(20_000);
  expect(screen.queryByRole("region")).toBeNull();
});

test("a server that is busy at first does not take the form away", async () => {
  isOpen = false;
  await shownFor(1_000);
  isOpen = true;
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(screen.getByLabelText("Your website's address")).toBeTruthy();
});

test("the form stays for a visitor who is using it", async () => {
  isOpen = false;
  await shownFor(1_000);
  fireEvent.focus(screen.getByLabelText("Your website's address"));
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(screen.getByLabelText("Your website's address")).toBeTruthy();
});
