import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FieldKind } from "../../../convex/shared/requestedFields";
import { FieldForm } from "./field-form";
import { en } from "./languages/en";

const hasFocus = vi.fn<() => boolean>();

beforeEach(() => {
  hasFocus.mockReturnValue(true);
  vi.spyOn(document, "hasFocus").mockImplementation(hasFocus);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

function show(kind: FieldKind = "email", label = "Email address") {
  const onSend = vi.fn<(value: string) => void>();
  const onClose = vi.fn<() => void>();
  const field = { id: "a", kind, label };
  const { unmount } = render(<FieldForm {...{ field, texts: en, onSend, onClose }} />);
  const input = screen.getByRole<HTMLInputElement>("textbox", { name: label });
  const send = (value: string) => {
    fireEvent.input(input, { target: { value } });
    fireEvent.click(screen.getByRole("button", { name: en.send }));
  };
  return { onSend, onClose, input, send, unmount };
}

/** Where the visitor writes messages. */
function composerWith(value: string): HTMLTextAreaElement {
  const composer = document.createElement("textarea");
  document.body.append(composer);
  composer.value = value;
  composer.focus();
  return composer;
}

test.each<[FieldKind, string, string]>([
  ["email", "email", "email"],
  ["phone", "tel", "tel"],
  ["name", "text", "name"],
  ["number", "text", "off"],
  ["text", "text", "off"],
])("a field for %s has its keyboard and what browsers fill in", (kind, type, autoComplete) => {
  const { input } = show(kind);
  expect([input.type, input.autocomplete]).toEqual([type, autoComplete]);
});

test("what was typed is sent to the letter", () => {
  const { onSend, send } = show();
  send(" Ada@Example.com ");
  expect(onSend.mock.calls).toEqual([["Ada@Example.com"]]);
});

test("what is no address is not sent, and the reason is announced", () => {
  const { onSend, input, send } = show();
  send("ada at example");
  expect(onSend).not.toHaveBeenCalled();
  expect(screen.getByRole("alert").textContent).toBe(en.field.email);
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(input);
  send("ada@example.com");
  expect(onSend).toHaveBeenCalledTimes(1);
});

test("a name must not be empty", () => {
  const { send } = show("name", "Your name");
  send("  ");
  expect(screen.getByRole("alert").textContent).toBe(en.field.text);
});

test("Escape dismisses the field and nothing around it, and so does the button", () => {
  const { onClose, input } = show();
  const around = vi.fn<() => void>();
  document.addEventListener("keydown", around);
  fireEvent.keyDown(input, { key: "Escape" });
  document.removeEventListener("keydown", around);
  expect(around).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: en.cancel }));
  expect(onClose).toHaveBeenCalledTimes(2);
});

test("the field has the focus, which then goes back to where it was", () => {
  const composer = composerWith("");
  const { input, unmount } = show();
  expect(document.activeElement).toBe(input);
  unmount();
  expect(document.activeElement).toBe(composer);
});

test("whoever is writing a message keeps the focus", () => {
  const composer = composerWith("When do you");
  const { unmount } = show();
  expect(document.activeElement).toBe(composer);
  unmount();
  expect(document.activeElement).toBe(composer);
});

test("a page that does not have the focus does not take it", () => {
  hasFocus.mockReturnValue(false);
  const { input } = show();
  expect(document.activeElement).not.toBe(input);
});

// T102: docs/security.md
test("a label is text", () => {
  show("text", '<img src="x" onerror="alert(1)">');
  expect(document.querySelector("img")).toBeNull();
});
