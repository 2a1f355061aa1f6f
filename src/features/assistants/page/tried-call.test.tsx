import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import type { Id } from "../../../../convex/_generated/dataModel";
import { aCall } from "../../../lib/sample-call";
import type { ShownCall } from "../../../lib/shown-calls";
import { TriedCall } from "./tried-call";

afterEach(cleanup);

function linesFor(changes: Partial<ShownCall>) {
  render(<TriedCall assistantId={"a1" as Id<"assistants">} call={aCall(changes)} />, {
    wrapper: MemoryRouter,
  });
  return screen.queryAllByText(/looked up/i).map(({ textContent }) => textContent);
}

test("each lookup in the knowledge stands below the call, with its query if that is known", () => {
  expect(linesFor({ lookups: ["opening hours", null, "opening hours"] })).toEqual([
    "Looked up in your knowledge: opening hours",
    "Looked up in your knowledge",
    "Looked up in your knowledge: opening hours",
  ]);
});

test("nothing is said about lookups if none is known", () => {
  expect(linesFor({})).toEqual([]);
  expect(screen.getByText("Length")).toBeTruthy();
});
