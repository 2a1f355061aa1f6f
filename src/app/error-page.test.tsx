import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { RouteBoundary } from "./route-boundary";

afterEach(cleanup);

function Broken(): never {
  throw new Error("VITE_CONVEX_URL is not set");
}

test("a page that breaks says so, why, and how to go on", () => {
  vi.spyOn(console, "error").mockReturnValue();
  render(
    <RouteBoundary>
      <Broken />
    </RouteBoundary>,
  );
  expect(screen.getByRole("heading", { name: "Unexpected Application Error!" })).toBeTruthy();
  expect(screen.getByText(/VITE_CONVEX_URL is not set/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});
