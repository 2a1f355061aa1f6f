import { act, cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { BrowserRouter, Link } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useScrollOnNavigation } from "./use-scroll-on-navigation";

const scrollTo = vi.fn();

beforeEach(() => {
  scrollTo.mockReset();
  vi.stubGlobal("scrollTo", scrollTo);
  window.history.replaceState(null, "", "/dashboard/inbox");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

function Page() {
  useScrollOnNavigation();
  return (
    <>
      <Link to="?call=one">Open an entry</Link>
      <Link to="?status=done" replace>
        Choose a filter
      </Link>
      <Link to="/dashboard/calls">Analytics</Link>
      <Link to="#entries">To the entries</Link>
      <section id="entries" />
    </>
  );
}

async function press(link: string) {
  await userEvent.click(screen.getByRole("link", { name: link }));
}

const show = () => render(<Page />, { wrapper: BrowserRouter });

test.each(["Open an entry", "Choose a filter"])(
  "%s, the first change after loading the page, does not scroll it",
  async (link) => {
    show();
    await press(link);
    expect(window.location.search).not.toBe("");
    expect(scrollTo).not.toHaveBeenCalled();
  },
);

test("a new page starts at its top, and going back is left to the browser", async () => {
  show();
  await press("Analytics");
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: "instant" });
  act(() => window.history.back());
  await vi.waitFor(() => expect(window.location.pathname).toBe("/dashboard/inbox"));
  expect(scrollTo).toHaveBeenCalledOnce();
});

test("a link to a section scrolls to it", async () => {
  const scrollIntoView = vi.spyOn(Element.prototype, "scrollIntoView");
  show();
  await press("To the entries");
  expect(scrollIntoView).toHaveBeenCalledOnce();
  expect(scrollTo).not.toHaveBeenCalled();
});
