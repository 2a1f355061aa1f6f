import { act, cleanup, render, screen } from "@testing-library/react";
import { fireEvent } from "@testing-library/react";
import { useMutation, useQuery } from "convex/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Toasts } from "../components/toasts";
import { OWNER_QUESTIONS } from "./owner-question-texts";
import { OwnerQuestions } from "./owner-questions";

vi.mock("convex/react", () => ({ useMutation: vi.fn(), useQuery: vi.fn() }));

const answer = vi.fn<(given: object) => Promise<object>>();

beforeEach(() => {
  vi.useFakeTimers();
  answer.mockReset().mockResolvedValue({ answer: "Yes.", isLate: false, isYours: true });
  vi.mocked(useMutation).mockReturnValue(answer as never);
  const asked = { id: "q1", assistantName: "Bakery", question: "Is rye left?" };
  const soFar = "Visitor: Do you have rye?";
  vi.mocked(useQuery).mockReturnValue([{ ...asked, soFar, untilMs: Date.now() + 20_000 }]);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show() {
  render(
    <>
      <OwnerQuestions />
      <Toasts />
    </>,
  );
}

const settle = async (ms = 0) => await act(async () => await vi.advanceTimersByTimeAsync(ms));

test("the question, what was said, and how long the visitor waits are shown until the time is over", async () => {
  show();
  expect(screen.getByRole("alert").textContent).toBe(
    OWNER_QUESTIONS.title("Bakery", "Is rye left?"),
  );
  expect(screen.getByText("Visitor: Do you have rye?")).toBeTruthy();
  expect(screen.getByText(OWNER_QUESTIONS.left(20))).toBeTruthy();
  await settle(19_000);
  expect(screen.getByText(OWNER_QUESTIONS.left(1))).toBeTruthy();
  await settle(1_000);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an answer is typed, or sent with one press", async () => {
  show();
  const field = screen.getByLabelText(OWNER_QUESTIONS.answer);
  fireEvent.change(field, { target: { value: "Two loaves." } });
  fireEvent.click(screen.getByRole("button", { name: OWNER_QUESTIONS.send }));
  await settle();
  expect(answer.mock.calls).toEqual([[{ questionId: "q1", text: "Two loaves." }]]);
  expect(screen.getByText(OWNER_QUESTIONS.sent)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: OWNER_QUESTIONS.ready[0] ?? "" }));
  await settle();
  expect(answer.mock.calls.at(-1)).toEqual([{ questionId: "q1", text: "Yes." }]);
});

test("a refusal is shown, and what was typed stays", async () => {
  answer.mockRejectedValue(new Error("offline"));
  show();
  const field = screen.getByLabelText(OWNER_QUESTIONS.answer);
  fireEvent.change(field, { target: { value: "Two loaves." } });
  fireEvent.click(screen.getByRole("button", { name: OWNER_QUESTIONS.send }));
  await settle();
  expect(screen.getByText(new RegExp(OWNER_QUESTIONS.failed))).toBeTruthy();
  expect(field).toHaveProperty("value", "Two loaves.");
});

test("whoever answers second, or too late, learns it", async () => {
  answer.mockResolvedValueOnce({ answer: "Two loaves.", isLate: false, isYours: false });
  answer.mockResolvedValueOnce({ answer: "Yes.", isLate: true, isYours: true });
  show();
  for (const text of [OWNER_QUESTIONS.second("Two loaves."), OWNER_QUESTIONS.late]) {
    fireEvent.click(screen.getByRole("button", { name: OWNER_QUESTIONS.ready[0] ?? "" }));
    await settle();
    expect(screen.getByText(text)).toBeTruthy();
  }
});
