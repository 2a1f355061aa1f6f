import { cleanup, render, screen } from "@testing-library/react";
import { useQuery } from "convex/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { OperatorLink } from "./operator-link";

vi.mock("convex/react", () => ({ useQuery: vi.fn() }));
afterEach(cleanup);

function shownTo(owner: object | undefined) {
  vi.mocked(useQuery).mockReturnValue(owner);
  render(<OperatorLink />, { wrapper: MemoryRouter });
  return screen.queryByRole("link");
}

test("an operator finds the way to the page", () => {
  const link = shownTo({ email: "ada@hark.example", isOperator: true });
  expect(link?.textContent).toBe("Operator page");
  expect(link?.getAttribute("href")).toBe("/dashboard/operator");
});

// T134: docs/security.md
test.each([{ email: "grace@bakery.example" }, undefined])(
  "another owner sees nothing of it: %j",
  (owner) => {
    expect(shownTo(owner)).toBeNull();
  },
);
