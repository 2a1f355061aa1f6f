import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UPDATE } from "./dashboard-texts";

const SCRIPT = "/assets/index-A1.js";
const serve = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv("VITE_CONVEX_URL", "https://hark.convex.cloud");
  vi.stubGlobal("fetch", serve.mockReset());
  document.head.innerHTML = `<script type="module" src="${SCRIPT}"></script>`;
});
afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.head.replaceChildren();
});

const UNKNOWN = new Error(
  "[CONVEX M(drafts:publishDraft)] Could not find public function for 'drafts:publishDraft'.",
);
const REFUSED = new Error(
  "[CONVEX M(actions:save)] ArgumentValidationError: Object contains extra field `added`",
);
const HIDDEN = new Error("[CONVEX M(actions:save)] [Request ID: 1] Server Error");

/** What is served now, and the version of the functions. */
function deployed({ script = SCRIPT, version = import.meta.env.VITE_HARK_VERSION }) {
  serve.mockImplementation((address) => {
    const isVersion = address === "https://hark.convex.site/v1/version";
    const text = isVersion ? JSON.stringify({ version }) : `<script src="${script}">`;
    return Promise.resolve(new Response(text));
  });
}

async function fail(error: unknown) {
  const { noteFailure } = await import("../lib/failures");
  const { UpdateBanner } = await import("./update-banner");
  render(<UpdateBanner texts={UPDATE} />);
  noteFailure(error);
}

const DONE = "Hark has been updated. Reload this page to continue.";
const RUNNING = "Hark is being updated. Wait a minute, then reload this page.";

test.each([
  ["a function is unknown and another build is served", UNKNOWN, { script: "/b.js" }, DONE],
  ["an error is hidden and another build is served", HIDDEN, { script: "/b.js" }, DONE],
  ["a function is unknown to the functions of now", UNKNOWN, {}, RUNNING],
  ["a function refuses what this page sends", REFUSED, {}, RUNNING],
  ["an error is hidden and the functions are older", HIDDEN, { version: "0.9.9" }, RUNNING],
])("the page says so and offers to reload if %s", async (_what, error, now, text) => {
  deployed(now);
  await fail(error);
  expect(await screen.findByText(text)).toBeTruthy();
  const reload = vi.spyOn(window.location, "reload").mockReturnValue();
  await userEvent.click(screen.getByRole("button", { name: "Reload" }));
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ["an error of the same release", HIDDEN, {}],
  ["functions of another patch", HIDDEN, { version: `${import.meta.env.VITE_HARK_VERSION}7` }],
])("%s is no update", async (_what, error, now) => {
  deployed(now);
  await fail(error);
  await waitFor(() => expect(serve).toHaveBeenCalledTimes(2));
  expect(screen.queryByRole("button")).toBeNull();
});

test("what the backend refuses on purpose asks nobody", async () => {
  await fail(new ConvexError({ code: "not_yours", message: "This is not yours." }));
  expect(serve).not.toHaveBeenCalled();
});

test("a page on which many requests fail asks once", async () => {
  deployed({});
  await fail(HIDDEN);
  await fail(HIDDEN);
  await waitFor(() => expect(serve).toHaveBeenCalledTimes(2));
});

test("without a connection nothing is claimed", async () => {
  serve.mockRejectedValue(new TypeError("Failed to fetch"));
  await fail(HIDDEN);
  await waitFor(() => expect(serve).toHaveBeenCalledTimes(2));
  expect(screen.queryByRole("button")).toBeNull();
});
