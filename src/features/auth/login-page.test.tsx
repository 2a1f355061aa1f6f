import { cleanup, render, screen } from "@testing-library/react";
import { useConvexAuth } from "convex/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { LoginPage } from "./login-page";

vi.mock("convex/react", () => ({ useConvexAuth: vi.fn() }));
vi.mock("@convex-dev/auth/react", () => ({ useAuthActions: () => ({ signIn }) }));

const signIn = vi.fn<(provider: string, form: FormData) => Promise<void>>();

afterEach(cleanup);

function visit(path: string, auth: { isLoading: boolean; isAuthenticated: boolean }) {
  vi.mocked(useConvexAuth).mockReturnValue({ ...auth, isRefreshing: false });
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/login" element={<LoginPage />} />
        <Route path="/dashboard" element={<p>the dashboard</p>} />
        <Route path="/dashboard/calls" element={<p>the calls</p>} />
      </Routes>
    </MemoryRouter>,
  );
}

test("while the session is being read there is a spinner and no form", () => {
  visit("/login", { isLoading: true, isAuthenticated: false });
  expect(screen.getByRole("status")).toBeTruthy();
  expect(screen.queryByLabelText("Email")).toBeNull();
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

test("a browser is known again when its owner signs in another time", async () => {
  const user = userEvent.setup();
  for (let time = 0; time < 2; time += 1) {
    visit("/login", { isLoading: false, isAuthenticated: false });
    await user.type(screen.getByLabelText("Email"), "ada@example.com");
    await user.type(screen.getByLabelText("Password"), "correct horse");
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    cleanup();
  }
  const [first, second] = signIn.mock.calls.map(([, form]) => form.get("browser"));
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
});
