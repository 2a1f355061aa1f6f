import { act, cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Suspense, type ComponentType } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lazyPage } from "./lazy-page";
import { RouteBoundary } from "./route-boundary";

const load = vi.fn<() => Promise<{ Bakery: ComponentType }>>();
const reload = vi.fn();
const GONE = new TypeError("Importing a module script failed.");
const NEW_BUILD = '<script src="/assets/index-B2.js">';
const SAME_BUILD = '<script src="/assets/index-A1.js">';
let served: string;

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(window.location, "reload").mockImplementation(reload.mockReset());
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(served)));
  document.head.innerHTML = '<script type="module" src="/assets/index-A1.js"></script>';
  load.mockReset().mockRejectedValue(GONE);
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  document.head.replaceChildren();
});

const Bakery = () => <h1>Bakery</h1>;

async function open(Page: ComponentType) {
  await act(async () => {
    render(
      <MemoryRouter>
        <RouteBoundary>
          <Suspense fallback="Loading">
            <Page />
          </Suspense>
        </RouteBoundary>
      </MemoryRouter>,
    );
    await new Promise((resolve) => setTimeout(resolve));
  });
}

test("a page whose file a deploy took away loads the app anew, and nothing else is seen", async () => {
  served = NEW_BUILD;
  await open(lazyPage(load, "Bakery"));
  expect(reload).toHaveBeenCalledOnce();
  expect(screen.getByText("Loading")).toBeTruthy();
});

test("that is done once for a build", async () => {
  served = NEW_BUILD;
  await open(lazyPage(load, "Bakery"));
  cleanup();
  await open(lazyPage(load, "Bakery"));
  expect(reload).toHaveBeenCalledOnce();
  expect(screen.getByRole("heading").textContent).toBe("Unexpected Application Error!");
});

test("a page that could not be loaded for another reason is tried again", async () => {
  served = SAME_BUILD;
  await open(lazyPage(load, "Bakery"));
  expect(reload).not.toHaveBeenCalled();
  expect(screen.getByRole("alert").textContent).toContain("Everything you saved is safe.");

  load.mockResolvedValue({ Bakery });
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Bakery" })).toBeTruthy();
});

test("a file without what is wanted of it is a failure like any other", async () => {
  served = SAME_BUILD;
  load.mockResolvedValue({} as { Bakery: ComponentType });
  await open(lazyPage(load, "Bakery"));
  expect(screen.getByText("Error: Bakery could not be loaded")).toBeTruthy();
});
