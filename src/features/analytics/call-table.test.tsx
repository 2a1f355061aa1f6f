import { act, cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useAction } from "convex/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formatDateTime } from "../../lib/formats";
import { CallTable } from "./call-table";
import { must } from "../../lib/must";
import type { CallDetails, ShownCall } from "../../lib/shown-calls";
import { aCall, someDetails } from "../../lib/sample-call";
import { useCallDetails } from "./use-call-details";

vi.mock("convex/react", () => ({ useAction: vi.fn(), useMutation: () => deleteCall }));

const getCallDetails = vi.fn();
const deleteCall = vi.fn();
const onDeleted = vi.fn();

beforeEach(() => {
  getCallDetails.mockReset().mockResolvedValue(someDetails());
  vi.mocked(useAction).mockReturnValue(getCallDetails as never);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Table({ calls }: { calls: ShownCall[] }) {
  return <CallTable calls={calls} more={{ state: "done" }} details={useCallDetails(onDeleted)} />;
}

const callWith = (id: string, changes: Partial<ShownCall> = {}) =>
  aCall({ id: id as ShownCall["id"], ...changes });

const expanderOf = (id: string) => screen.getByRole("button", { name: `Details of call ${id}` });
const isExpanded = (id: string) => expanderOf(id).getAttribute("aria-expanded") === "true";

test("the columns are as they should be", () => {
  render(<Table calls={[aCall()]} />);
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "Details",
    "Call ID",
    "Status",
    "Assistant",
    "Duration",
    "Started",
    "Ended",
  ]);
});

async function openTyped(changes: Partial<ShownCall>) {
  const call = aCall({ channel: "text", ...changes });
  getCallDetails.mockResolvedValue(someDetails({ ...call, recordingUrl: null }));
  render(<Table calls={[call]} />);
  await userEvent.click(screen.getByRole("button", { name: "Details of conversation call1234" }));
  await screen.findByText("Transcript");
  return screen.getByRole("table").textContent;
}

test("a typed conversation that goes on says so, and when it ends", async () => {
  const text = await openTyped({
    ...{ status: "in-progress", endedAt: null, endedReason: null, summary: null },
    isSuccessful: false,
  });
  expect(text).toContain(
    "This conversation is still going on. It ends after half an hour without a message.",
  );
  for (const wrong of ["Unknown", "Unsuccessful", "No summary", "No recording", "Called by"]) {
    expect(text).not.toContain(wrong);
  }
});

test("the details of a typed conversation do not speak of a call", async () => {
  const text = await openTyped({ isSuccessful: false });
  expect(text).toContain("Conversation ID");
  expect(text).toContain("Not evaluated");
  expect(text).not.toContain("No recording");
  await userEvent.click(screen.getByRole("button", { name: "Delete conversation" }));
  expect(screen.getByRole("dialog").textContent).not.toContain("recording");
});

const started = formatDateTime("2026-11-21T10:00:00.000Z");
const ended = formatDateTime("2026-11-21T10:01:15.000Z");

test.each([
  ["one that ended", {}, ["call1234...", "Ended", "Ada", "1:15", started, ended]],
  [
    "one that goes on",
    { status: "in-progress", endedAt: null },
    ["call1234...", "In progress", "Ada", "–", started, "–"],
  ],
  [
    "one that rings",
    { status: "ringing", startedAt: null, endedAt: null },
    ["call1234...", "Ringing", "Ada", "–", "–", "–"],
  ],
  [
    "one whose assistant is gone",
    { status: "queued", assistant: null, startedAt: null, endedAt: null },
    ["call1234...", "Queued", "Unknown", "–", "–", "–"],
  ],
] as const)("the row of %s", (_, changes, cells) => {
  render(<Table calls={[aCall(changes)]} />);
  const shown = screen
    .getAllByRole("cell")
    .map((cell) => (cell.firstElementChild ?? cell).textContent);
  expect(shown.slice(1)).toEqual(cells);
});

test("one row at a time is open, and what was fetched is not fetched again", async () => {
  render(<Table calls={[callWith("first123"), callWith("second12")]} />);
  await userEvent.click(expanderOf("first123"));
  expect(await screen.findByText("They asked when the bakery opens.")).toBeTruthy();
  await userEvent.click(expanderOf("second12"));
  expect([isExpanded("first123"), isExpanded("second12")]).toEqual([false, true]);
  await userEvent.click(expanderOf("first123"));
  expect(screen.getByText("They asked when the bakery opens.")).toBeTruthy();
  await userEvent.click(expanderOf("first123"));
  expect(screen.queryByText("They asked when the bakery opens.")).toBeNull();
  expect(getCallDetails.mock.calls).toEqual([[{ callId: "first123" }], [{ callId: "second12" }]]);
});

test("rows far from the screen are left out, except the first hundred, also if the browser reports late", () => {
  class FarFromTheScreen {
    report: IntersectionObserverCallback;
    constructor(report: IntersectionObserverCallback) {
      this.report = report;
    }
    observe(target: Element) {
      const entry = { target, isIntersecting: false, boundingClientRect: { height: 2_850 } };
      const earlier = { ...entry, isIntersecting: true };
      this.report([earlier, entry] as never, this as never);
    }
    disconnect = () => undefined;
  }
  vi.stubGlobal("IntersectionObserver", FarFromTheScreen);
  render(<Table calls={Array.from({ length: 180 }, (_, index) => callWith(`call${index}`))} />);
  expect(screen.getAllByRole("button", { name: /^Details of call/ })).toHaveLength(100);
  vi.unstubAllGlobals();
});

test("nothing is fetched before a row is opened", () => {
  render(<Table calls={[aCall()]} />);
  expect(getCallDetails).not.toHaveBeenCalled();
});

test("while the details are on their way the row says so", async () => {
  getCallDetails.mockReturnValue(new Promise(() => undefined));
  render(<Table calls={[aCall()]} />);
  await userEvent.click(expanderOf("call1234"));
  expect(screen.getByText("Loading call details...")).toBeTruthy();
});

test("details that cannot be had say so, and can be asked for again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  getCallDetails.mockRejectedValueOnce(new Error("Server Error"));
  render(<Table calls={[aCall()]} />);
  await userEvent.click(expanderOf("call1234"));
  expect(await screen.findByText("Failed to load call details")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("They asked when the bakery opens.")).toBeTruthy();
});

async function details(changes: Parameters<typeof someDetails>[0]) {
  getCallDetails.mockResolvedValue(someDetails(changes));
  render(<Table calls={[aCall()]} />);
  await userEvent.click(expanderOf("call1234"));
  await screen.findByText("Ended reason");
}

const valueOf = (label: string | RegExp) => screen.getByText(label).nextSibling?.textContent;

test.each([
  [{}, "Customer Ended Call", "Successful", "$0.13", "2"],
  [
    { endedReason: "silence-timed-out", isSuccessful: false, cost: 0.0042, messages: [] },
    "Silence Timed Out",
    "Unsuccessful",
    "$0.0042",
    "0",
  ],
  [{ endedReason: null, isSuccessful: false, cost: 0 }, "Unknown", "Unsuccessful", "$0.00", "2"],
])("%#: what an opened row tells", async (...[changes, reason, result, cost, exchanges]) => {
  await details(changes);
  expect(["Ended reason", "Result", "Cost", "Exchanges"].map(valueOf)).toEqual([
    reason,
    result,
    cost,
    exchanges,
  ]);
});

test.each([
  [["Do you sell tyres?"], "Do you sell tyres?", "Answer"],
  [[], "", "Question"],
])("%#: a conversation that was not helpful can get the right answer", async (...row) => {
  const [unanswered, question, focused] = row;
  const outcome = { unanswered } as unknown as CallDetails["outcome"];
  await details({ rating: { isGood: false, words: "It did not know." }, outcome });
  const rating = must(screen.getByText("Not helpful").closest("dd"), "rating");
  await userEvent.click(within(rating).getByRole("button", { name: "Add the right answer" }));
  expect(screen.getByLabelText<HTMLInputElement>("Question").value).toBe(question);
  expect(document.activeElement).toBe(screen.getByLabelText(focused));
});

test("a helpful conversation needs no answer", async () => {
  await details({ rating: { isGood: true, words: "" } });
  expect(screen.getByText("Helpful")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Add the right answer" })).toBeNull();
});

test("the transcript is told apart by who spoke", async () => {
  await details({});
  const said = within(screen.getByRole("region", { name: "Transcript" })).getAllByRole("listitem");
  expect(said.map(({ textContent }) => textContent)).toEqual([
    "Ada0:00Hello.",
    "Visitor0:02When do you open?",
  ]);
});

test.each([
  [{ messages: [] }, "AI: Hello.\nUser: When do you open?\n"],
  [{ messages: [], transcript: null }, "Nothing was said."],
])("%#: a transcript without speakers is shown as it is", async (changes, text) => {
  await details(changes);
  expect(screen.getByRole("region", { name: "Transcript" }).textContent).toBe(text);
});

test("the recording is played here, and opens in a new tab", async () => {
  await details({});
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: /^Open recording/ });
  expect([link.href, link.target, link.rel]).toEqual([
    "https://backend.example/recording",
    "_blank",
    "noreferrer",
  ]);
  expect(screen.getByLabelText<HTMLAudioElement>("Recording of the call").src).toBe(link.href);
});

test("what the visitor agreed to stands with the call, where there was something", async () => {
  const consent = {
    text: "An AI answers.",
    privacyUrl: "https://a.example/",
    agreedAt: "2026-11-21T09:59:50.000Z",
  };
  await details({ consent });
  expect(valueOf(/^Consent given on .*2026/)).toBe("An AI answers.https://a.example/");
  cleanup();
  await details({});
  expect(screen.queryByText(/^Consent given on/)).toBeNull();
});

test.each([
  [true, "The recording is being prepared."],
  [false, "No recording."],
])("a recording that is not there yet: %s", async (isRecordingPending, text) => {
  await details({ recordingUrl: null, isRecordingPending });
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
});

test("a recording that is being prepared shows up by itself", async () => {
  vi.useFakeTimers();
  getCallDetails.mockResolvedValueOnce(
    someDetails({ recordingUrl: null, isRecordingPending: true }),
  );
  render(<Table calls={[aCall()]} />);
  await act(async () => {
    expanderOf("call1234").click();
    await vi.advanceTimersByTimeAsync(0);
  });
  expect(screen.getByText("The recording is being prepared.")).toBeTruthy();
  await act(async () => {
    await vi.advanceTimersByTimeAsync(2_000);
  });
  expect(screen.getByRole("link", { name: /^Open recording/ })).toBeTruthy();
});

test("a call that goes on is fetched again as it does", async () => {
  const live = { status: "in-progress", endedAt: null } as const;
  const { rerender } = render(<Table calls={[aCall({ ...live, exchangeCount: 1 })]} />);
  await userEvent.click(expanderOf("call1234"));
  await screen.findByText("Ended reason");
  rerender(<Table calls={[aCall({ ...live, exchangeCount: 1 })]} />);
  expect(getCallDetails).toHaveBeenCalledTimes(1);
  rerender(<Table calls={[aCall({ ...live, exchangeCount: 2 })]} />);
  expect(getCallDetails).toHaveBeenCalledTimes(2);
});

test("a call is deleted once that was confirmed, and the list hears of it", async () => {
  deleteCall.mockReset().mockResolvedValue(null);
  const user = userEvent.setup();
  render(<Table calls={[callWith("abcdefgh")]} />);
  await user.click(expanderOf("abcdefgh"));
  await user.click(await screen.findByRole("button", { name: "Delete call" }));
  expect(deleteCall).not.toHaveBeenCalled();
  const dialog = screen.getByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Delete call" }));
  expect(deleteCall).toHaveBeenCalledWith({ callId: "abcdefgh" });
  expect(onDeleted).toHaveBeenCalledTimes(1);
});

test("a call that goes on cannot be deleted", async () => {
  const user = userEvent.setup();
  render(<Table calls={[callWith("abcdefgh", { status: "in-progress" })]} />);
  await user.click(expanderOf("abcdefgh"));
  await screen.findByText("Ended reason");
  expect(screen.queryByRole("button", { name: "Delete call" })).toBeNull();
});
