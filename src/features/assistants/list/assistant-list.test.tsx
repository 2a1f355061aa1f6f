import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { AssistantList } from "./assistant-list";

vi.mock("convex/react", () => ({ useMutation: vi.fn(), useQuery: vi.fn() }));

afterEach(cleanup);

const ada = { _id: "a1", name: "Ada", voice: "lily", widgetIcon: "mic", widgetColor: "#3b82f6" };

function show(assistants: unknown, given: { isCreating?: true; isSubscribed?: undefined } = {}) {
  const { isCreating = false } = given;
  const isSubscribed = "isSubscribed" in given ? undefined : false;
  const onCreate = vi.fn();
  render(
    <MemoryRouter>
      <AssistantList
        assistants={assistants as never}
        isSubscribed={isSubscribed}
        isCreating={isCreating}
        onCreate={onCreate}
        onEdit={vi.fn()}
        onDuplicate={vi.fn()}
      />
    </MemoryRouter>,
  );
  return { onCreate };
}

test.each([
  { missing: "the list", show: () => show(undefined) },
  { missing: "the subscription", show: () => show([ada], { isSubscribed: undefined }) },
])("the skeleton shows while $missing loads", (given) => {
  given.show();
  expect(screen.getByText("Loading your assistants")).toBeTruthy();
});

test("an empty list offers to create the first assistant", async () => {
  const { onCreate } = show([]);
  expect(screen.getByRole("heading", { name: "No assistants yet" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Create your first assistant" }));
  expect(onCreate).toHaveBeenCalledTimes(1);
});

test("the empty state is hidden while the form is open", () => {
  show([], { isCreating: true });
  expect(screen.queryByText("No assistants yet")).toBeNull();
});

test("every assistant has a card", () => {
  show([ada, { ...ada, _id: "a2", name: "Bob" }]);
  expect(screen.getAllByRole("article").map((card) => card.getAttribute("aria-label"))).toEqual([
    "Ada",
    "Bob",
  ]);
});
