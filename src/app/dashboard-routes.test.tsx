import { cleanup, render, screen } from "@testing-library/react";
import { useConvexAuth } from "convex/react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { DashboardRoutes } from "./dashboard-routes";

vi.mock("convex/react", () => ({
  useConvexAuth: vi.fn(),
  useQuery: vi.fn(),
  useMutation: vi.fn(),
}));
vi.mock("@convex-dev/auth/react", () => ({ useAuthActions: () => ({ signOut: vi.fn() }) }));

afterEach(cleanup);

function Address() {
  const { pathname, search } = useLocation();
  return <p>at {pathname + search}</p>;
}

function visit(path: string, auth: { isLoading: boolean; isAuthenticated: boolean }) {
  vi.mocked(useConvexAuth).mockReturnValue({ ...auth, isRefreshing: false });
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/dashboard/*" element={<DashboardRoutes />} />
        <Route path="/login" element={<Address />} />
      </Routes>
    </MemoryRouter>,
  );
}

test("a visitor is sent to the login page", () => {
  visit("/dashboard", { isLoading: false, isAuthenticated: false });
  expect(screen.getByText("at /login")).toBeTruthy();
});

test("the login page knows which page was asked for", () => {
  visit("/dashboard/calls?page=2", { isLoading: false, isAuthenticated: false });
  expect(screen.getByText("at /login?next=%2Fdashboard%2Fcalls%3Fpage%3D2")).toBeTruthy();
});

test("nobody is sent away while the session is still being read", () => {
  visit("/dashboard", { isLoading: true, isAuthenticated: false });
  expect(screen.getByText("Loading your dashboard")).toBeTruthy();
});

test("an owner sees their assistants page", () => {
  visit("/dashboard", { isLoading: false, isAuthenticated: true });
  expect(screen.getByRole("heading", { name: "Your AI Voice Assistants" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Assistants" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Sign out" })).toBeTruthy();
});

test("an unknown page of the dashboard says so", () => {
  visit("/dashboard/nowhere", { isLoading: false, isAuthenticated: true });
  expect(screen.getByRole("heading", { name: "Page not found" })).toBeTruthy();
});
