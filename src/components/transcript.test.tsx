import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useMutation } from "convex/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { someDetails } from "../lib/sample-call";
import type { CallDetails } from "../lib/shown-calls";
import { Transcript } from "./transcript";

vi.mock("convex/react", () => ({ useMutation: vi.fn() }));

const saveAnswer = vi.fn<(saved: object) => Promise<unknown>>();
const messages: CallDetails["messages"] = [
  { role: "assistant", text: "Hello." },
  { role: "user", text: "When do" },
  { role: "user", text: "you open?" },
  { role: "assistant", text: "At nine." },
];

beforeEach(() => {
  saveAnswer.mockReset().mockResolvedValue("answer1");
  vi.mocked(useMutation).mockReturnValue(saveAnswer as never);
});
afterEach(cleanup);

function show(changes: Partial<CallDetails> = {}) {
  const details = someDetails({ messages, ...changes });
  render(<Transcript details={details} onPlayFrom={() => undefined} />, { wrapper: MemoryRouter });
  return userEvent.setup();
}

const wrong = () => screen.queryAllByRole("button", { name: /^That was wrong/ });

test("an answer of the assistant is corrected at its line, with what the visitor had asked", async () => {
  const user = show();
  expect(wrong().map((button) => button.getAttribute("aria-label"))).toEqual([
    "That was wrong: At nine.",
  ]);
  await user.click(screen.getByRole("button", { name: "That was wrong: At nine." }));
  expect(screen.getByRole("button", { name: "Show less" })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Question").value).toBe("When do you open?");
  await user.keyboard("At eight.{Enter}");
  expect(saveAnswer).toHaveBeenCalledWith({
    assistantId: "assistant1",
    question: "When do you open?",
    answer: "At eight.",
  });
  expect(screen.getByRole("status").textContent).toMatch(/^Answered\./);
  expect(wrong()).toEqual([]);
});

test("nothing is corrected for a deleted assistant", () => {
  show({ assistant: null });
  expect(wrong()).toEqual([]);
});
