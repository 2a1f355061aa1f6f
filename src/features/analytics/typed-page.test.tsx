import { cleanup, render, screen } from "@testing-library/react";
import { getFunctionName } from "convex/server";
import { usePaginatedQuery, useQueries } from "convex/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TypedPage } from "./typed-page";

vi.mock("convex/react", () => ({
  ...{ useConvex: vi.fn(), useMutation: vi.fn(), useAction: vi.fn(), useQuery: vi.fn() },
  ...{ useQueries: vi.fn(), usePaginatedQuery: vi.fn() },
}));
afterEach(cleanup);

const ASSISTANT = { _id: "a", name: "Ada" };

beforeEach(() => {
  vi.mocked(useQueries).mockReturnValue({ assistants: [ASSISTANT] });
});

function show(results: object[], address = "/dashboard/calls/typed") {
  vi.mocked(usePaginatedQuery).mockReturnValue({ results, status: "Exhausted" } as never);
  render(
    <MemoryRouter initialEntries={[address]}>
      <TypedPage />
    </MemoryRouter>,
  );
}

test("typed conversations have a list of their own", () => {
  show([
    {
      ...{ id: "k57aaaaaaaaa", status: "ended", channel: "text", isTest: false, cost: 0 },
      ...{ assistant: { id: "a", name: "Ada" }, startedAt: null, endedAt: null },
      createdAt: "2026-11-26T10:00:00.000Z",
    },
  ]);
  expect(
    screen.getByRole("link", { name: "Typed conversations" }).getAttribute("aria-current"),
  ).toBe("page");
  expect(screen.getByRole("button", { name: "Details of conversation k57aaaaa" })).toBeTruthy();
  expect(screen.getByRole("columnheader", { name: "Conversation ID" })).toBeTruthy();
  const [query, asked] = vi.mocked(usePaginatedQuery).mock.lastCall ?? [];
  expect(getFunctionName(query as never)).toBe("calls:pageCalls");
  expect(asked).toMatchObject({ channel: "text", assistantId: null });
});

test("an empty list says where visitors type", () => {
  show([]);
  expect(screen.getByText(/talk page/)).toBeTruthy();
});

test("the assistant narrows the list down", () => {
  show([], "/dashboard/calls/typed?assistant=a");
  expect(screen.getByText("No typed conversations with this assistant yet.")).toBeTruthy();
  expect(vi.mocked(usePaginatedQuery).mock.lastCall?.[1]).toMatchObject({ assistantId: "a" });
});
