import { useAuthActions } from "@convex-dev/auth/react";
import { cleanup, render } from "@testing-library/react";
import { useConvexAuth, useQuery } from "convex/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Session } from "../features/auth/session";
import { must } from "../lib/must";
import { SessionTeller } from "./session-teller";

vi.mock("convex/react", () => ({ useConvexAuth: vi.fn(), useQuery: vi.fn() }));
vi.mock("@convex-dev/auth/react", () => ({ useAuthActions: vi.fn() }));
vi.mock("./owner-pages", () => ({ OAuthButtons: () => null }));

afterEach(cleanup);

function told(ways: string[] | undefined) {
  const signIn = vi.fn<(provider: string, form: FormData) => Promise<object>>(async () => ({}));
  vi.mocked(useAuthActions).mockReturnValue({ signIn } as never);
  vi.mocked(useConvexAuth).mockReturnValue({ isLoading: false, isAuthenticated: false } as never);
  vi.mocked(useQuery).mockReturnValue(ways);
  const onSession = vi.fn<(session: Session) => void>();
  render(<SessionTeller onSession={onSession} />);
  return { session: must(onSession.mock.lastCall, "session")[0], signIn };
}

test("a browser is known again when its owner signs in another time", async () => {
  const ids = [];
  for (let time = 0; time < 2; time += 1) {
    const { session, signIn } = told([]);
    expect(await session.enter(new FormData(), "signIn")).toBeNull();
    ids.push(must(signIn.mock.lastCall, "call")[1].get("browser"));
    cleanup();
  }
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(ids[1]).toBe(ids[0]);
});

test.each([undefined, []])("where nobody else vouches (%j) there is nothing to press", (ways) => {
  expect(told(ways).session.oauthButtons).toBe(false);
});

test("where somebody does, there is", () => {
  expect(told(["google"]).session.oauthButtons).toBeTruthy();
});
