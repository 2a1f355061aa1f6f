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

function renderTeller(providers: string[] | undefined) {
  const signIn = vi.fn<(provider: string, form: FormData) => Promise<object>>(async () => ({}));
  vi.mocked(useAuthActions).mockReturnValue({ signIn } as never);
  vi.mocked(useConvexAuth).mockReturnValue({ isLoading: false, isAuthenticated: false } as never);
  vi.mocked(useQuery).mockReturnValue(providers);
  const onSession = vi.fn<(session: Session | null) => void>();
  render(<SessionTeller onSession={onSession} />);
  const session = must(must(onSession.mock.lastCall, "call")[0], "session");
  return { session, signIn, onSession };
}

test("a browser has the same id at every sign-in", async () => {
  const ids = [];
  for (let time = 0; time < 2; time += 1) {
    const { session, signIn } = renderTeller([]);
    expect(await session.signInWithPassword(new FormData(), "signIn")).toBeNull();
    ids.push(must(signIn.mock.lastCall, "call")[1].get("browser"));
    cleanup();
  }
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(ids[1]).toBe(ids[0]);
});

test.each([undefined, []])("without a provider (%j) there are no buttons", (providers) => {
  expect(renderTeller(providers).session.oauthButtons).toBe(false);
});

test("with a provider there are buttons", () => {
  expect(renderTeller(["google"]).session.oauthButtons).toBeTruthy();
});

test("leaving the login page clears its session", () => {
  const { onSession } = renderTeller([]);
  cleanup();
  expect(onSession).toHaveBeenLastCalledWith(null);
});
