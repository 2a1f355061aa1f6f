import { cleanup, render, screen } from "@testing-library/react";
import { useAction } from "convex/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { someDetails } from "../../lib/sample-call";
import type { QuestionGroup } from "./open-questions";
import { SaidInstead } from "./said-instead";

vi.mock("convex/react", () => ({ useAction: vi.fn() }));

const group = {
  assistantId: "a1",
  callId: "call1",
  question: "Is there parking?",
  atMs: 0,
  count: 1,
} as unknown as QuestionGroup;
const getCallDetails = vi.fn<(which: object) => Promise<object>>();

beforeEach(() => {
  getCallDetails.mockReset();
  vi.mocked(useAction).mockReturnValue(getCallDetails as never);
});
afterEach(cleanup);

function show() {
  render(<SaidInstead group={group} assistantName="Ada" />, { wrapper: MemoryRouter });
}

const link = () => screen.findByRole<HTMLAnchorElement>("link", { name: "Open the conversation" });

test("the visitor's words and the assistant's are shown, with a link to the conversation", async () => {
  getCallDetails.mockResolvedValue(
    someDetails({
      messages: [
        { role: "user", text: "Do you have parking there?" },
        { role: "assistant", text: "I am afraid I do not know." },
      ],
    }),
  );
  show();
  expect(screen.getByRole("status").textContent).toBe("Loading the conversation...");
  expect(getCallDetails).toHaveBeenCalledWith({ callId: "call1" });
  expect((await link()).getAttribute("href")).toBe(
    "/dashboard/inbox?q=Is+there+parking%3F&call=call1",
  );
  expect(screen.getByRole("status").textContent).toBe(
    "VisitorDo you have parking there?AdaI am afraid I do not know.",
  );
});

test("where the question is not found, the link remains", async () => {
  getCallDetails.mockResolvedValue(someDetails());
  show();
  expect(await link()).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe(
    "We did not find the question in the transcript.",
  );
});

test("where the conversation cannot be loaded, the link remains", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  getCallDetails.mockRejectedValue(new Error("offline"));
  show();
  expect(await link()).toBeTruthy();
});
