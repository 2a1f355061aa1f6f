import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { ConvexError } from "convex/values";
import { Toaster } from "sonner";
import { afterEach, expect, test, vi } from "vitest";
import type { NewAssistant } from "./assistant-form-values";
import { CreateAssistantForm } from "./create-assistant-form";

afterEach(cleanup);

function setUp(create: (assistant: NewAssistant) => Promise<unknown> = () => Promise.resolve()) {
  const onCreate = vi.fn(create);
  const onCreated = vi.fn();
  render(
    <>
      <CreateAssistantForm onCreate={onCreate} onCreated={onCreated} />
      <Toaster />
    </>,
  );
  return { onCreate, onCreated, user: userEvent.setup() };
}

type User = ReturnType<typeof userEvent.setup>;

async function fillIn(user: User, name = "Ada") {
  await user.type(screen.getByLabelText("Assistant name"), name);
  await user.type(screen.getByLabelText("System prompt"), "You answer for a bakery.");
  await user.type(screen.getByLabelText("Assistant goal"), "Take an order.");
}

const save = (user: User) => user.click(screen.getByRole("button", { name: "Create Assistant" }));

test("a new assistant speaks as Jessica and wears a blue microphone of medium size", async () => {
  const { onCreate, onCreated, user } = setUp();
  await fillIn(user, " Ada ");
  await save(user);
  expect(onCreate).toHaveBeenCalledWith({
    name: "Ada",
    systemPrompt: "You answer for a bakery.",
    assistantGoal: "Take an order.",
    voice: "jessica",
    widgetColor: "#3b82f6",
    widgetIcon: "mic",
    widgetSize: "medium",
    embedId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
  });
  expect(onCreated).toHaveBeenCalledTimes(1);
  expect(await screen.findByText("Assistant created successfully!")).toBeTruthy();
});

test("voice, colour, icon and size are the owner's choice", async () => {
  const { onCreate, user } = setUp();
  await fillIn(user);
  await user.selectOptions(screen.getByLabelText("Voice"), "brian");
  await user.click(screen.getByRole("radio", { name: "Teal" }));
  await user.click(screen.getByRole("radio", { name: "Phone" }));
  await user.click(screen.getByRole("radio", { name: "Large, 64 pixels" }));
  await save(user);
  expect(onCreate.mock.calls[0]?.[0]).toMatchObject({
    voice: "brian",
    widgetColor: "#14b8a6",
    widgetIcon: "phone",
    widgetSize: "large",
  });
});

test("blanks do not count as a name", async () => {
  const { onCreate, user } = setUp();
  await fillIn(user, "   ");
  await save(user);
  const message = "Please fill in the assistant name, system prompt, and assistant goal.";
  expect(await screen.findByText(message)).toBeTruthy();
  expect(onCreate).not.toHaveBeenCalled();
});

test.each(["Assistant name", "System prompt", "Assistant goal"])("%s is required", (label) => {
  setUp();
  expect(screen.getByLabelText<HTMLInputElement>(label).required).toBe(true);
});

test("while it is saved the button says so and cannot be pressed", async () => {
  const { onCreate, user } = setUp(() => new Promise(vi.fn()));
  await fillIn(user);
  await save(user);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Creating..." });
  expect(button.disabled).toBe(true);
  expect(onCreate).toHaveBeenCalledTimes(1);
});

test("a save that fails gives its reason and keeps what was typed", async () => {
  const { onCreated, user } = setUp(() =>
    Promise.reject(new ConvexError({ code: "assistant_limit", message: "Delete one first." })),
  );
  await fillIn(user);
  await save(user);
  expect(await screen.findByText("Failed to create assistant. Delete one first.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Assistant name").value).toBe("Ada");
  expect(onCreated).not.toHaveBeenCalled();
});
