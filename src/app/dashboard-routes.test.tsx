import { cleanup, render, screen } from "@testing-library/react";
import { useConvexAuth, useQuery } from "convex/react";
import { getFunctionName, type FunctionReference } from "convex/server";
import { MemoryRouter, Route, Routes, useLocation } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DashboardRoutes } from "./dashboard-routes";

vi.mock("convex/react", () => ({
  useConvexAuth: vi.fn(),
  useQuery: vi.fn(),
  usePaginatedQuery: () => ({ status: "LoadingFirstPage", results: [] }),
  useQueries: () => ({ assistants: [], trial: { hasSubscription: true } }),
  useMutation: () => noteSeen,
  useAction: () => refresh,
}));
vi.mock("@convex-dev/auth/react", () => ({ useAuthActions: () => ({ signOut }) }));

const signOut = vi.fn();
const noteSeen = vi.fn(() => Promise.resolve(null));
const refresh = vi.fn(() => Promise.resolve(null));
const SIGNED_IN = { isLoading: false, isAuthenticated: true };
const PLANS_SEEN = "hark.subscription-seen";

beforeEach(() => {
  localStorage.setItem(PLANS_SEEN, "true");
  signOut.mockReset();
});
afterEach(cleanup);

function Address() {
  const { pathname, search } = useLocation();
  return <p>at {pathname + search}</p>;
}

const OWNER = { _id: "owner1", email: "ada@example.com", addressProblem: null };

type Given = { auth?: object; owner?: unknown; subscription?: unknown };

function visit(path: string, given: Given = {}) {
  const { auth = SIGNED_IN, owner = OWNER, subscription = null } = given;
  const answers: Record<string, unknown> = {
    "auth:loggedInUser": owner,
    "assistants:listAssistants": [],
    "usage:checkFreeTrialLimit": { hasSubscription: true },
    "subscriptions:getUserSubscription":
      "subscription" in given ? given.subscription : subscription,
  };
  vi.mocked(useConvexAuth).mockReturnValue({ ...SIGNED_IN, isRefreshing: false, ...auth });
  vi.mocked(useQuery).mockImplementation(
    ((reference: FunctionReference<"query">) => answers[getFunctionName(reference)]) as never,
  );
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/dashboard/*" element={<DashboardRoutes />} />
        <Route path="/login" element={null} />
      </Routes>
      <Address />
    </MemoryRouter>,
  );
}

const at = (address: string) => screen.getByText(`at ${address}`);

test("a visitor is sent to the login page", () => {
  visit("/dashboard", { auth: { isAuthenticated: false } });
  expect(at("/login")).toBeTruthy();
});

test("the login page knows which page was asked for", () => {
  visit("/dashboard/calls?page=2", { auth: { isAuthenticated: false } });
  expect(at("/login?next=%2Fdashboard%2Fcalls%3Fpage%3D2")).toBeTruthy();
});

test("nobody is sent away while the session is still being read", () => {
  visit("/dashboard", { auth: { isLoading: true, isAuthenticated: false } });
  expect(screen.getByText("Loading your dashboard")).toBeTruthy();
});

test("an owner sees their assistants page and the way to the others", async () => {
  visit("/dashboard");
  const title = { name: "Your AI Voice Assistants" };
  expect(await screen.findByRole("heading", title)).toBeTruthy();
  const links = screen.getByRole("navigation", { name: "Dashboard" }).querySelectorAll("a");
  expect([...links].map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Assistants", "/dashboard"],
    ["Inbox", "/dashboard/inbox"],
    ["Subscription", "/dashboard/subscription"],
    ["Analytics", "/dashboard/calls"],
    ["Connections", "/dashboard/connections"],
  ]);
  expect(screen.getByRole("button", { name: "Account ada@example.com" })).toBeTruthy();
});

test.each([
  { subscription: null, seen: false, address: "/dashboard/subscription" },
  { subscription: { status: "other" }, seen: false, address: "/dashboard/subscription" },
  { subscription: null, seen: true, address: "/dashboard" },
  { subscription: { status: "active" }, seen: false, address: "/dashboard" },
  { subscription: { status: "trialing" }, seen: false, address: "/dashboard" },
  { subscription: undefined, seen: false, address: "/dashboard" },
])("subscription $subscription, plans seen $seen: $address", ({ subscription, seen, address }) => {
  if (!seen) localStorage.removeItem(PLANS_SEEN);
  visit("/dashboard", { subscription });
  expect(at(address)).toBeTruthy();
});

test("the way to the plans is taken once", () => {
  localStorage.removeItem(PLANS_SEEN);
  visit("/dashboard");
  expect(at("/dashboard/subscription")).toBeTruthy();
  cleanup();
  visit("/dashboard");
  expect(at("/dashboard")).toBeTruthy();
});

test("an owner whose account is gone is signed out, and no page of theirs is asked for", () => {
  visit("/dashboard", { owner: null });
  expect(signOut).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("banner")).toBeNull();
});

const PAGES: [address: string, current: string][] = [
  ["/dashboard", "Assistants"],
  ["/dashboard/assistants/a1/edit", "Assistants"],
  ["/dashboard/inbox", "Inbox"],
  ["/dashboard/subscription", "Subscription"],
  ["/dashboard/calls", "Analytics"],
  ["/dashboard/calls/trends", "Analytics"],
  ["/dashboard/connections", "Connections"],
  ["/dashboard/account", "Account ada@example.com"],
];

test.each(PAGES)("at %s the current entry is %s", (address, current) => {
  visit(address);
  const header = screen.getByRole("banner");
  const marked = [...header.querySelectorAll('[aria-current="page"]')];
  expect(marked.map((entry) => entry.getAttribute("aria-label") ?? entry.textContent)).toEqual([
    current,
  ]);
});

test("an unknown address stays within the dashboard and links to the assistants", () => {
  visit("/dashboard/nowhere");
  expect(screen.getByRole("heading", { name: "Page not found" })).toBeTruthy();
  expect(screen.getByRole("navigation", { name: "Dashboard" })).toBeTruthy();
  expect(document.querySelector("[aria-current]")).toBeNull();
  const link = screen.getByRole("link", { name: "Go to your assistants" });
  expect(link.getAttribute("href")).toBe("/dashboard");
});

// T134: docs/security.md
test("to everybody but operators, the operator's page does not exist", () => {
  visit("/dashboard/operator");
  expect(screen.getByRole("heading", { name: "Page not found" })).toBeTruthy();
  expect(document.title).toMatch(/^Page not found/);
});

test("an operator sees the page", async () => {
  visit("/dashboard/operator", { owner: { ...OWNER, isOperator: true } });
  expect(await screen.findByRole("heading", { name: "Operator" })).toBeTruthy();
});
