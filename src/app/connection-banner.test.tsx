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

function connection(isWebSocketConnected: boolean) {
  vi.mocked(useConvexConnectionState).mockReturnValue({ isWebSocketConnected } as never);
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
