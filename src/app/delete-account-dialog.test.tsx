import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useMutation, useQuery } from "convex/react";
import { ConvexError } from "convex/values";
import { MemoryRouter } from "react-router-dom";
import { toast, Toaster } from "sonner";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DeleteAccountDialog } from "./delete-account-dialog";

vi.mock("convex/react", () => ({ useMutation: vi.fn(), useQuery: vi.fn() }));

const deleteAccount = vi.fn<() => Promise<null>>();

beforeEach(() => {
  deleteAccount.mockReset().mockResolvedValue(null);
  vi.mocked(useMutation).mockReturnValue(deleteAccount as never);
});
afterEach(() => {
  cleanup();
  toast.dismiss();
});

function show(subscription: unknown = null) {
  vi.mocked(useQuery).mockReturnValue(subscription);
  const onClose = vi.fn();
  render(
    <MemoryRouter>
      <DeleteAccountDialog email="ada@example.com" onClose={onClose} />
      <Toaster />
    </MemoryRouter>,
  );
  return { onClose };
}

const type = (text: string) =>
  userEvent.type(screen.getByLabelText("Type your email address to confirm"), text);
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Delete account" });

test("only the owner's own address opens the way", async () => {
  show();
  expect(button().disabled).toBe(true);
  await type("ada@example.co{Enter}");
  expect(button().disabled).toBe(true);
  expect(deleteAccount).not.toHaveBeenCalled();
  await type("m");
  let answer: (gone: null) => void = () => {};
  deleteAccount.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  await userEvent.dblClick(button());
  expect(deleteAccount).toHaveBeenCalledTimes(1);
  answer(null);
  expect(await screen.findByText("Your account was deleted.")).toBeTruthy();
});

test.each([
  { subscription: { cancelAtPeriodEnd: false }, canDelete: false },
  { subscription: { cancelAtPeriodEnd: true }, canDelete: true },
  { subscription: undefined, canDelete: false },
])("with the subscription $subscription: $canDelete", async ({ subscription, canDelete }) => {
  vi.mocked(useQuery).mockReturnValue(subscription);
  render(
    <MemoryRouter>
      <DeleteAccountDialog email="ada@example.com" onClose={vi.fn()} />
    </MemoryRouter>,
  );
  await type("Ada@example.com");
  expect(button().disabled).toBe(!canDelete);
});

test("a subscription that goes on has to be cancelled first", () => {
  const { onClose } = show({ cancelAtPeriodEnd: false });
  const link = screen.getByRole("link", { name: "Cancel it first" });
  expect(link.getAttribute("href")).toBe("/dashboard/subscription");
  expect(onClose).not.toHaveBeenCalled();
});

test("a deletion that fails says why, and can be tried again", async () => {
  deleteAccount.mockRejectedValue(new ConvexError({ code: "not_yours", message: "Not now." }));
  show();
  await type("ada@example.com");
  await userEvent.click(button());
  expect(await screen.findByText("Failed to delete your account. Not now.")).toBeTruthy();
  expect(button().disabled).toBe(false);
});

test("keeping the account closes the dialog", async () => {
  const { onClose } = show();
  await userEvent.click(screen.getByRole("button", { name: "Keep my account" }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
