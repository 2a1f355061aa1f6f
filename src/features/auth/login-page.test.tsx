import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Toasts } from "../../components/toasts";
import { authStorageKey } from "../../lib/auth-storage";
import { LoginPage } from "./login-page";
import type { Session } from "./session";

const signInWithPassword = vi.fn<Session["signInWithPassword"]>();

const TOKEN = authStorageKey("JWT", "https://backend.invalid");

beforeEach(() => {
  vi.stubEnv("VITE_CONVEX_URL", "https://backend.invalid");
  signInWithPassword.mockReset().mockResolvedValue(null);
});
afterEach(() => {
  cleanup();
  localStorage.removeItem(TOKEN);
});

function sessionOf(auth: { isLoading: boolean; isAuthenticated: boolean }): Session {
  return { ...auth, signInWithPassword };
}

function visit(path: string, auth: { isLoading: boolean; isAuthenticated: boolean } | null) {
  const session = auth === null ? null : sessionOf(auth);
  const arrival = () => (session === null ? new Promise<never>(vi.fn()) : Promise.resolve(session));
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/login" element={<LoginPage session={session} arrival={arrival} />} />
        <Route path="/dashboard" element={<p>the dashboard</p>} />
        <Route path="/dashboard/calls" element={<p>the calls</p>} />
      </Routes>
      <Toasts />
    </MemoryRouter>,
  );
}

test.each([null, { isLoading: true, isAuthenticated: false }])(
  "while a session that is kept is being read (%j) there is a spinner and no form",
  (auth) => {
    localStorage.setItem(TOKEN, "token");
    visit("/login", auth);
    expect(screen.getByRole("status")).toBeTruthy();
    expect(screen.queryByLabelText("Email")).toBeNull();
  },
);

test.each([null, { isLoading: true, isAuthenticated: false }])(
  "who has no session sees the form before anything could be asked (%j)",
  (auth) => {
    visit("/login", auth);
    expect(screen.getByLabelText("Email")).toBeTruthy();
  },
);

test("a session that is over leads to the form", () => {
  localStorage.setItem(TOKEN, "token");
  visit("/login", { isLoading: false, isAuthenticated: false });
  expect(screen.getByLabelText("Email")).toBeTruthy();
});

test("a refusal is told in its words, and can be tried again", async () => {
  signInWithPassword.mockResolvedValue("That went wrong.");
  visit("/login", { isLoading: false, isAuthenticated: false });
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Email"), "ada@example.com");
  await user.type(screen.getByLabelText("Password"), "correct horse");
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Sign in" });
  await user.click(button);
  expect(await screen.findByText("That went wrong.")).toBeTruthy();
  expect(button.disabled).toBe(false);
});

test("the next attempt removes the error of the last one", async () => {
  signInWithPassword.mockResolvedValueOnce("That went wrong.");
  visit("/login", { isLoading: false, isAuthenticated: false });
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Email"), "ada@example.com");
  await user.type(screen.getByLabelText("Password"), "correct horse{Enter}");
  expect(await screen.findByText("That went wrong.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await vi.waitFor(() => expect(screen.queryByText("That went wrong.")).toBeNull());
});

test("a visitor is asked to sign in", () => {
  visit("/login", { isLoading: false, isAuthenticated: false });
  expect(screen.getByRole("heading", { name: "Welcome back" })).toBeTruthy();
});

test("an owner who is signed in goes to the dashboard", () => {
  visit("/login", { isLoading: false, isAuthenticated: true });
  expect(screen.getByText("the dashboard")).toBeTruthy();
});

test("an owner comes back to the page that was asked for", () => {
  visit("/login?next=%2Fdashboard%2Fcalls", { isLoading: false, isAuthenticated: true });
  expect(screen.getByText("the calls")).toBeTruthy();
});
