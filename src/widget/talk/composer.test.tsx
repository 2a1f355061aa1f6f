import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Composer } from "./composer";
import { en } from "./languages/en";

afterEach(cleanup);

function show({ isAnswering = false } = {}) {
  const onSend = vi.fn<(text: string) => void>();
  render(<Composer texts={en} isAnswering={isAnswering} onSend={onSend} />);
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: en.yourMessage });
  const write = (text: string) => fireEvent.input(field, { target: { value: text } });
  return { onSend, field, write };
}

test("Enter sends, and empties the field", () => {
  const { onSend, field, write } = show();
  write("  Hello\nyou ");
  expect(fireEvent.keyDown(field, { key: "Enter" })).toBe(false);
  expect(onSend.mock.calls).toEqual([["Hello\nyou"]]);
  expect(field.value).toBe("");
});

test("Shift and Enter break the line, and so does an Enter that chooses characters", () => {
  const { onSend, field, write } = show();
  write("Hello");
  expect(fireEvent.keyDown(field, { key: "Enter", shiftKey: true })).toBe(true);
  expect(fireEvent.keyDown(field, { key: "Enter", keyCode: 229 })).toBe(true);
  expect(onSend).not.toHaveBeenCalled();
});

test("the button sends too, and the field keeps the focus", () => {
  const { onSend, field, write } = show();
  write("Hello");
  fireEvent.click(screen.getByRole("button", { name: en.send }));
  expect(onSend.mock.calls).toEqual([["Hello"]]);
  expect(document.activeElement).toBe(field);
});

test("nothing is sent without a text", () => {
  const { onSend, field, write } = show();
  write(" \n ");
  fireEvent.keyDown(field, { key: "Enter" });
  expect(onSend).not.toHaveBeenCalled();
});

test("while the assistant is writing, the next message can be written but not sent", () => {
  const { onSend, field, write } = show({ isAnswering: true });
  write("Hello");
  fireEvent.keyDown(field, { key: "Enter" });
  expect(onSend).not.toHaveBeenCalled();
  expect(field.value).toBe("Hello");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: en.send }).disabled).toBe(true);
});

test("near the end the field says how many characters are left", () => {
  const { field, write } = show();
  expect(field.maxLength).toBe(2_000);
  write("x".repeat(1_799));
  expect(screen.queryByText(/Characters left/)).toBeNull();
  write("x".repeat(1_900));
  expect(screen.getByText("Characters left: 100").id).toBe(field.getAttribute("aria-describedby"));
});
