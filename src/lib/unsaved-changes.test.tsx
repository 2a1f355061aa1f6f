import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { BrowserRouter, Link } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mayLeave, useUnsavedChanges } from "./unsaved-changes";

const confirm = vi.fn<() => boolean>();

beforeEach(() => {
  window.history.replaceState(null, "", "/form");
  confirm.mockReset().mockReturnValue(false);
  vi.stubGlobal("confirm", confirm);
});
afterEach(cleanup);

function Form({ hasChanges }: { hasChanges: boolean }) {
  useUnsavedChanges(hasChanges);
  return (
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <Link to="/elsewhere" target="_blank">
        In a new tab
      </Link>
      <a href="#below">Below</a>
    </>
  );
}

function show(hasChanges: boolean) {
  const page = (given: boolean) => <Form hasChanges={given} />;
  const { rerender } = render(page(hasChanges), { wrapper: BrowserRouter });
  return { change: (given: boolean) => rerender(page(given)) };
}

const follow = (name: string) => userEvent.click(screen.getByRole("link", { name }));
const isHeldOnClose = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test.each([
  { answer: false, at: "/form" },
  { answer: true, at: "/elsewhere" },
])("a link asks first; the answer $answer leads to $at", async ({ answer, at }) => {
  confirm.mockReturnValue(answer);
  show(true);
  await follow("Elsewhere");
  expect(confirm).toHaveBeenCalledTimes(1);
  expect(window.location.pathname).toBe(at);
});

test("closing the page asks while there is something to lose", () => {
  const { change } = show(true);
  expect(isHeldOnClose()).toBe(true);
  change(false);
  expect(isHeldOnClose()).toBe(false);
});

test.each(["In a new tab", "Below"])("%s loses nothing and does not ask", async (name) => {
  show(true);
  // There is no browser here to open a tab with.
  window.addEventListener("click", (event) => event.preventDefault(), { once: true });
  await follow(name);
  expect(confirm).not.toHaveBeenCalled();
});

test("without changes nothing asks", async () => {
  show(false);
  expect(mayLeave()).toBe(true);
  await follow("Elsewhere");
  expect(confirm).not.toHaveBeenCalled();
  expect(window.location.pathname).toBe("/elsewhere");
});

test("a form that is gone asks no more", () => {
  show(true);
  expect(mayLeave()).toBe(false);
  cleanup();
  expect(mayLeave()).toBe(true);
});
