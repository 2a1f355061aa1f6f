import { act, cleanup, render, screen } from "@testing-library/react";
import { useConvexConnectionState } from "convex/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConnectionBanner } from "./connection-banner";

vi.mock("convex/react", () => ({ useConvexConnectionState: vi.fn() }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function connection(isWebSocketConnected: boolean, inFlight = {}) {
  const none = { inflightMutations: 0, inflightActions: 0 };
  const state = { isWebSocketConnected, ...none, ...inFlight };
  vi.mocked(useConvexConnectionState).mockReturnValue(state as never);
}

test("a short break goes unmentioned", () => {
  connection(false);
  const { rerender } = render(<ConnectionBanner />);
  act(() => void vi.advanceTimersByTime(1_900));
  connection(true);
  rerender(<ConnectionBanner />);
  act(() => void vi.advanceTimersByTime(5_000));
  expect(screen.queryByText(/No connection/)).toBeNull();
});

test("a longer break is told until it is over", () => {
  connection(false);
  const { rerender } = render(<ConnectionBanner />);
  act(() => void vi.advanceTimersByTime(2_000));
  expect(screen.getByText(/No connection/)).toBeTruthy();
  connection(true);
  rerender(<ConnectionBanner />);
  expect(screen.queryByText(/No connection/)).toBeNull();
});

// A network that swallows everything leaves the socket open; the client gives it up after a minute (its
// `serverInactivityThreshold`).
test("what is saved and not answered is told before the socket closes", () => {
  connection(true, { inflightMutations: 1 });
  const { rerender } = render(<ConnectionBanner />);
  act(() => void vi.advanceTimersByTime(9_900));
  expect(screen.queryByText(/No connection/)).toBeNull();
  act(() => void vi.advanceTimersByTime(100));
  expect(screen.getByText(/No connection/)).toBeTruthy();
  connection(true);
  rerender(<ConnectionBanner />);
  expect(screen.queryByText(/No connection/)).toBeNull();
});

test("an action may take as long as the vendor that it asks", () => {
  connection(true, { inflightActions: 1 });
  render(<ConnectionBanner />);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.queryByText(/No connection/)).toBeNull();
});
