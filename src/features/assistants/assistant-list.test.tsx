import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useMutation, useQuery } from "convex/react";
import { ConvexError } from "convex/values";
import { Toaster } from "sonner";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AssistantList } from "./assistant-list";

vi.mock("convex/react", () => ({ useQuery: vi.fn(), useMutation: vi.fn() }));

const remove = vi.fn();

beforeEach(() => {
  remove.mockReset().mockResolvedValue(null);
  vi.mocked(useMutation).mockReturnValue(remove as never);
});
afterEach(cleanup);

const ada = { _id: "a1", name: "Ada", voice: "lily", widgetIcon: "mic", widgetColor: "#3b82f6" };

function show(assistants: unknown, isCreating = false) {
  vi.mocked(useQuery).mockReturnValue(assistants);
  const onCreate = vi.fn();
  render(
    <>
      <AssistantList isCreating={isCreating} onCreate={onCreate} />
      <Toaster />
    </>,
  );
  return { onCreate };
}

async function pressDelete(answer: boolean) {
  const confirm = vi.fn(() => answer);
  vi.stubGlobal("confirm", confirm);
  await userEvent.click(screen.getByRole("button", { name: "Delete Ada" }));
  return confirm;
}

test("while the list is on its way the page says so", () => {
  show(undefined);
  expect(screen.getByText("Loading your assistants")).toBeTruthy();
});

test("an empty list offers the first step", async () => {
  const { onCreate } = show([]);
  expect(screen.getByRole("heading", { name: "No assistants yet" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Create your first assistant" }));
  expect(onCreate).toHaveBeenCalledTimes(1);
});

test("the first step is not offered again while it is being taken", () => {
  show([], true);
  expect(screen.queryByText("No assistants yet")).toBeNull();
});

test("every assistant has a card", () => {
  show([ada, { ...ada, _id: "a2", name: "Bob" }]);
  expect(screen.getAllByRole("listitem").length).toBeGreaterThanOrEqual(2);
  expect(screen.getByRole("heading", { name: "Bob" })).toBeTruthy();
});

test("deleting asks first, then says that it is done", async () => {
  show([ada]);
  const confirm = await pressDelete(true);
  expect(confirm).toHaveBeenCalledWith('Are you sure you want to delete "Ada"?');
  expect(remove).toHaveBeenCalledWith({ assistantId: "a1" });
  expect(await screen.findByText('Assistant "Ada" deleted.')).toBeTruthy();
});

test("an owner who thinks better of it deletes nothing", async () => {
  show([ada]);
  await pressDelete(false);
  expect(remove).not.toHaveBeenCalled();
});

test("a deletion that fails gives its reason", async () => {
  show([ada]);
  const gone = { code: "assistant_not_found", message: "This assistant no longer exists." };
  remove.mockRejectedValue(new ConvexError(gone));
  await pressDelete(true);
  const message = "Failed to delete assistant. This assistant no longer exists.";
  expect(await screen.findByText(message)).toBeTruthy();
});
