import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Doc } from "../../../convex/_generated/dataModel";
import { AssistantCard } from "./assistant-card";

afterEach(cleanup);

const ada = {
  _id: "assistant1" as Doc<"assistants">["_id"],
  _creationTime: 0,
  ownerId: "owner1" as Doc<"assistants">["ownerId"],
  name: "Ada",
  systemPrompt: "You answer for a bakery.",
  assistantGoal: "Take an order.",
  voice: "charlotte",
  embedId: "3f1c9a52-6f0e-4d59-9a3b-2f3d0a4be6f1",
  widgetColor: "#14b8a6",
  widgetIcon: "bot",
  widgetSize: "medium",
  published: false,
} satisfies Doc<"assistants">;

test("a card shows name, state, goal and voice", () => {
  render(<AssistantCard assistant={ada} onDelete={vi.fn()} />);
  expect(screen.getByRole("heading", { name: "Ada" })).toBeTruthy();
  expect(screen.getByText("Draft")).toBeTruthy();
  expect(screen.getByText("Take an order.")).toBeTruthy();
  expect(screen.getByText(/Charlotte/)).toBeTruthy();
});

test("a published assistant is live", () => {
  render(<AssistantCard assistant={{ ...ada, published: true }} onDelete={vi.fn()} />);
  expect(screen.getByText("Live")).toBeTruthy();
  expect(screen.queryByText("Draft")).toBeNull();
});

test("delete names the assistant for those who cannot see the card", async () => {
  const onDelete = vi.fn();
  render(<AssistantCard assistant={ada} onDelete={onDelete} />);
  await userEvent.click(screen.getByRole("button", { name: "Delete Ada" }));
  expect(onDelete).toHaveBeenCalledExactlyOnceWith(ada);
});
