import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useMutation, useQuery } from "convex/react";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Toasts } from "../components/toasts";
import { answerPathFor } from "../lib/routes";
import { AnswerPage } from "./answer-page";
import { ANSWER_PAGE, OWNER_QUESTIONS } from "./owner-question-texts";

vi.mock("convex/react", () => ({ useMutation: vi.fn(), useQuery: vi.fn() }));

const answer = vi.fn<(given: object) => Promise<object>>();
const asked = { assistantName: "Bakery", question: "Is rye left?", soFar: "Visitor: Rye?" };

beforeEach(() => {
  answer.mockReset();
  vi.mocked(useMutation).mockReturnValue(answer as never);
});
afterEach(cleanup);

function page() {
  return (
    <MemoryRouter initialEntries={[answerPathFor("q1-key")]}>
      <Routes>
        <Route path={answerPathFor(":key")} element={<AnswerPage />} />
      </Routes>
      <Toasts />
    </MemoryRouter>
  );
}

/** Returns how the backend shows the question anew. */
function show(question: object | null | undefined) {
  vi.mocked(useQuery).mockReturnValue(question);
  const { rerender } = render(page());
  return (changed: object) => {
    vi.mocked(useQuery).mockReturnValue(changed);
    rerender(page());
  };
}

const press = async (name: string) =>
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name }));
    await Promise.resolve();
  });

test("the page says while it loads, and when the link no longer works", () => {
  show(undefined);
  expect(screen.getByRole("status").textContent).toBe(ANSWER_PAGE.loading);
  cleanup();
  show(null);
  expect(screen.getByRole("heading", { name: ANSWER_PAGE.goneTitle })).toBeTruthy();
  expect(vi.mocked(useQuery).mock.lastCall?.[1]).toEqual({ key: "q1-key" });
});

test("a question that nobody waits for any more can still be answered, for the inbox", async () => {
  answer.mockResolvedValue({ answer: "No.", isLate: true, isYours: true });
  const update = show({ ...asked, untilMs: Date.now() - 1, answered: null });
  expect(screen.getByText(ANSWER_PAGE.over)).toBeTruthy();
  await press("No.");
  expect(answer.mock.calls).toEqual([[{ key: "q1-key", text: "No." }]]);
  const answered = { answer: "No.", isLate: true };
  update({ ...asked, untilMs: 0, answered });
  expect(screen.getByText(ANSWER_PAGE.late)).toBeTruthy();
  expect(screen.queryByText(ANSWER_PAGE.second)).toBeNull();
});

test("whoever answers second learns it, and sees what was answered", async () => {
  answer.mockResolvedValue({ answer: "Two loaves.", isLate: false, isYours: false });
  const update = show({ ...asked, untilMs: Date.now() + 20_000, answered: null });
  await press("No.");
  const answered = { answer: "Two loaves.", isLate: false };
  update({ ...asked, untilMs: 0, answered });
  expect(screen.getByText(ANSWER_PAGE.second)).toBeTruthy();
  expect(screen.getByText(ANSWER_PAGE.answered("Two loaves."))).toBeTruthy();
  expect(screen.queryByRole("button", { name: OWNER_QUESTIONS.send })).toBeNull();
});

test("a refused answer stays in the field", async () => {
  answer.mockRejectedValue(new Error("offline"));
  show({ ...asked, untilMs: Date.now() + 20_000, answered: null });
  const field = screen.getByLabelText(OWNER_QUESTIONS.answer);
  fireEvent.change(field, { target: { value: "Two loaves." } });
  await press(OWNER_QUESTIONS.send);
  expect(await screen.findByText(new RegExp(OWNER_QUESTIONS.failed))).toBeTruthy();
  expect(field).toHaveProperty("value", "Two loaves.");
});
