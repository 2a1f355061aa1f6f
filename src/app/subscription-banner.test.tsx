import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useAction, useQuery } from "convex/react";
import { StrictMode } from "react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SubscriptionBanner } from "./subscription-banner";

vi.mock("convex/react", () => ({ useAction: vi.fn(), useQuery: vi.fn() }));

const refresh = vi.fn<() => Promise<null>>();

beforeEach(() => {
  refresh.mockReset().mockResolvedValue(null);
  vi.mocked(useAction).mockReturnValue(refresh as never);
  vi.mocked(useQuery).mockReturnValue({ status: "trialing" });
});
afterEach(cleanup);

function Address() {
  const { pathname, search } = useLocation();
  return <p>at {pathname + search}</p>;
}

function visit(address: string) {
  render(
    <StrictMode>
      <MemoryRouter initialEntries={[address]}>
        <SubscriptionBanner />
        <Address />
      </MemoryRouter>
    </StrictMode>,
  );
}

test("success says so, and asks the payment service once", async () => {
  visit("/dashboard?subscription=success");
  expect(screen.getByRole("heading", { name: "Subscription Successful" })).toBeTruthy();
  expect(await screen.findByText(/You can publish your assistants now/)).toBeTruthy();
  expect(refresh).toHaveBeenCalledTimes(1);
});

test.each([
  ["none", null],
  ["one that is not paid", { status: "other" }],
  ["one that is not known yet", undefined],
])("nobody is told to publish before the subscription is there: %s", async (_, subscription) => {
  vi.mocked(useQuery).mockReturnValue(subscription);
  visit("/dashboard?subscription=success");
  expect(screen.getByText(/We are setting up your plan/)).toBeTruthy();
  expect(await screen.findByText(/as soon as the payment service confirms it/)).toBeTruthy();
  expect(screen.queryByText(/You can publish/)).toBeNull();
});

test("a payment service that does not answer is no reason for alarm", async () => {
  vi.mocked(useQuery).mockReturnValue(null);
  refresh.mockRejectedValue(new Error("away"));
  visit("/dashboard?subscription=success");
  expect(await screen.findByText(/as soon as the payment service confirms it/)).toBeTruthy();
});

test("cancelling says how to go on, and asks nobody", () => {
  visit("/dashboard/subscription?subscription=cancel");
  expect(screen.getByRole("heading", { name: "Subscription Cancelled" })).toBeTruthy();
  expect(screen.getByText(/try again by selecting a plan/)).toBeTruthy();
  expect(refresh).not.toHaveBeenCalled();
});

test.each(["success", "cancel"])("dismissing %s clears the query string", async (outcome) => {
  visit(`/dashboard/subscription?subscription=${outcome}`);
  await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.getByText("at /dashboard/subscription")).toBeTruthy();
  expect(screen.queryByRole("heading")).toBeNull();
});

test.each(["", "?subscription=perhaps"])("/dashboard%s has no banner", (search) => {
  visit(`/dashboard${search}`);
  expect(screen.queryByRole("heading")).toBeNull();
});
