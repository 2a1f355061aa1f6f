import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AskedField } from "./asked-field";
import { en } from "./languages/en";
import type { ChatMessage } from "./talk-state";

const FIELD = { id: "a", kind: "email", label: "Email address" };
const SAID: ChatMessage = { role: "assistant", text: "Please type it." };

let answer: object | null;
let proposal: object | null;
let details: object[];
const fetched = vi.fn<(url: string, init: { body: string }) => Promise<Response>>();

beforeEach(() => {
  answer = null;
  proposal = null;
  details = [];
  fetched
    .mockReset()
    .mockImplementation(async () => Response.json({ field: answer, proposal, details }));
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const bodies = () => fetched.mock.calls.map(([, { body }]) => JSON.parse(body) as object);
const settle = async () => await act(async () => await new Promise((done) => setTimeout(done)));

function show() {
  const onType = vi.fn<(text: string) => void>();
  const onProposal = vi.fn<(proposal: object | null) => void>();
  const onDetails = vi.fn<(details: object[]) => void>();
  const page = (messages: ChatMessage[], isActive: boolean, thread: string | null) => (
    <AskedField
      {...{ siteUrl: "https://site.example", embedId: "bakery", texts: en, isActive }}
      {...{ onType, onProposal }}
      onSlip={() => undefined}
      onDetails={onDetails}
      state={{ thread, messages, question: null }}
    />
  );
  const { rerender } = render(page([], true, "t"));
  const say = async (messages: ChatMessage[], { isActive = true } = {}) => {
    rerender(page(messages, isActive, "t"));
    await settle();
  };
  return { onType, onProposal, onDetails, say };
}

test("the page asks when the assistant has said something, and at no other time", async () => {
  const { say } = show();
  await say([{ role: "user", text: "Hello" }]);
  expect(fetched).not.toHaveBeenCalled();
  await say([SAID]);
  await say([SAID]);
  expect(bodies()).toEqual([{ assistantId: "bakery", thread: "t" }]);
  await say([{ ...SAID, text: `${SAID.text} Thank you.` }]);
  expect(fetched).toHaveBeenCalledTimes(2);
  await say([SAID], { isActive: false });
  expect(fetched).toHaveBeenCalledTimes(2);
});

test("the page learns what the assistant asks a yes to, and when nothing waits for one any more", async () => {
  proposal = { id: "a", version: 0, title: "Book a table", lines: [{ label: "guests", value: 2 }] };
  const { onProposal, say } = show();
  await say([SAID]);
  expect(onProposal.mock.calls).toEqual([[proposal]]);
  proposal = null;
  await say([SAID, { role: "user", text: "Yes." }, SAID]);
  expect(onProposal.mock.calls.at(-1)).toEqual([null]);
});

test("what is typed goes into the call, and the field is gone", async () => {
  answer = FIELD;
  const { onType, say } = show();
  await say([SAID]);
  expect(screen.getByRole("status").textContent).toBe("Please type: Email address");
  fireEvent.input(screen.getByRole("textbox"), { target: { value: "ada@example.com" } });
  fireEvent.click(screen.getByRole("button", { name: en.send }));
  await settle();
  expect(onType.mock.calls).toEqual([["ada@example.com"]]);
  expect(bodies().at(-1)).toEqual({ assistantId: "bakery", thread: "t", closed: "a" });
  await say([SAID, { role: "user", text: "ada@example.com" }, SAID]);
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("what the assistant has noted comes with it", async () => {
  const { onDetails, say } = show();
  await say([SAID]);
  expect(onDetails).not.toHaveBeenCalled();
  details = [{ key: "name", label: "Name", kind: "text", value: "Ada" }];
  await say([SAID, { role: "user", text: "Ada." }, SAID]);
  expect(onDetails.mock.calls).toEqual([[details]]);
});

test("the end of the call takes the field away", async () => {
  answer = FIELD;
  const { say } = show();
  await say([SAID]);
  expect(screen.getByRole("textbox")).toBeTruthy();
  await say([SAID], { isActive: false });
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.queryByRole("status")).toBeNull();
});

test("without an answer there is no field", async () => {
  const { say } = show();
  fetched.mockImplementation(async () => new Response("Broken", { status: 500 }));
  await say([SAID]);
  fetched.mockImplementation(() => Promise.reject(new TypeError("fetch failed")));
  await say([SAID, SAID]);
  expect(screen.queryByRole("textbox")).toBeNull();
});
