import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useMutation } from "convex/react";
import { ConvexError } from "convex/values";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Id } from "../../../convex/_generated/dataModel";
import { SOURCE_REFUSALS } from "../../../convex/shared/sourceMessages";
import { AddAnswer } from "./add-answer";

vi.mock("convex/react", () => ({ useMutation: vi.fn() }));

const QUESTION = "Is there parking?";
const saveAnswer = vi.fn<(saved: object) => Promise<unknown>>();
const onOpen = vi.fn<() => void>();

beforeEach(() => {
  saveAnswer.mockReset().mockResolvedValue("answer1");
  vi.mocked(useMutation).mockReturnValue(saveAnswer as never);
});
afterEach(cleanup);

function show(given: { question?: string; known?: string } = {}) {
  render(
    <AddAnswer
      assistantId={"a1" as Id<"assistants">}
      question={QUESTION}
      label={`Add an answer to Ada: ${QUESTION}`}
      onOpen={onOpen}
      {...given}
    />,
    { wrapper: MemoryRouter },
  );
  return userEvent.setup();
}

const button = () => screen.getByRole("button", { name: `Add an answer to Ada: ${QUESTION}` });
const focused = () => document.activeElement;

test("the button opens a form with the question, and Enter saves the answer in its place", async () => {
  const user = show();
  await user.click(button());
  expect(onOpen).toHaveBeenCalledOnce();
  expect(button().getAttribute("aria-expanded")).toBe("true");
  expect(screen.getByLabelText<HTMLInputElement>("Question").value).toBe(QUESTION);
  expect(focused()).toBe(screen.getByLabelText("Answer"));
  await user.keyboard("Yes, behind it.{Enter}");
  expect(saveAnswer.mock.calls).toEqual([
    [{ assistantId: "a1", question: QUESTION, answer: "Yes, behind it." }],
  ]);
  expect(screen.getByRole("status").textContent).toBe(
    "Answered. Your assistant knows it in a few seconds.",
  );
  expect(focused()).toBe(screen.getByRole("status"));
  expect(screen.getByText("Yes, behind it.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "See all answers" }).getAttribute("href")).toBe(
    "/dashboard/assistants/a1/knowledge",
  );
  expect(screen.queryByRole("button", { name: "Add an answer" })).toBeNull();
});

test.each(["Escape", "Cancel"])("%s closes the form and returns the focus", async (way) => {
  const user = show();
  await user.click(button());
  await user.keyboard("Yes");
  if (way === "Escape") await user.keyboard("{Escape}");
  else await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByLabelText("Answer")).toBeNull();
  expect(focused()).toBe(button());
  expect(saveAnswer).not.toHaveBeenCalled();
});

test("what is wrong stands at the field, and nothing that was typed is lost", async () => {
  const refused = { code: "invalid_input", message: SOURCE_REFUSALS.tooManyAnswers };
  saveAnswer.mockRejectedValueOnce(new ConvexError(refused));
  const user = show();
  await user.click(button());
  await user.keyboard("Yes.{Enter}");
  expect(screen.getByRole("alert").textContent).toBe(SOURCE_REFUSALS.tooManyAnswers);
  const answer = screen.getByLabelText<HTMLTextAreaElement>("Answer");
  expect([answer.value, answer.getAttribute("aria-invalid")]).toEqual(["Yes.", "true"]);
  await user.click(screen.getByRole("button", { name: "Save answer" }));
  expect(screen.getByRole("status")).toBeTruthy();
});

test("while it saves, a second press saves nothing", async () => {
  saveAnswer.mockReturnValue(new Promise(() => undefined));
  const user = show();
  await user.click(button());
  await user.keyboard("Yes.{Enter}{Enter}");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Saving..." }).disabled).toBe(true);
  expect(saveAnswer).toHaveBeenCalledOnce();
});

test("shift and Enter, and an empty answer, save nothing", async () => {
  const user = show();
  await user.click(button());
  await user.keyboard("{Enter}Yes.{Shift>}{Enter}{/Shift}");
  expect(saveAnswer).not.toHaveBeenCalled();
});

test("without a question, the form begins there", async () => {
  const user = show({ question: "" });
  await user.click(button());
  expect(focused()).toBe(screen.getByLabelText("Question"));
});

test("an answer that was saved before is shown instead", () => {
  show({ known: "Behind it." });
  expect(screen.getByText("Answered")).toBeTruthy();
  expect(screen.getByText("Behind it.")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
