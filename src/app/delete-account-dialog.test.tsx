import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useMutation, useQuery } from "convex/react";
import { ConvexError } from "convex/values";
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

function show(subscription: unknown) {
  vi.mocked(useQuery).mockReturnValue(subscription);
  const onClose = vi.fn();
  render(
    <>
      <DeleteAccountDialog email="ada@example.com" onClose={onClose} />
      <Toaster />
    </>,
  );
  return { onClose };
}

const type = (text: string) =>
  userEvent.type(screen.getByLabelText("Type your email address to confirm"), text);
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Delete account" });

test("only the owner's own address opens the way", async () => {
  show(null);
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
  { subscription: undefined, canDelete: false, ends: 0 },
  { subscription: null, canDelete: true, ends: 0 },
  { subscription: { plan: { name: "Pro" } }, canDelete: true, ends: 1 },
])("with the subscription $subscription: $canDelete", async (given) => {
  show(given.subscription);
  expect(screen.queryAllByText(/Your Pro subscription ends at once/)).toHaveLength(given.ends);
  await type("Ada@example.com");
  expect(button().disabled).toBe(!given.canDelete);
});

test("a deletion that fails says why, and can be tried again", async () => {
  deleteAccount.mockRejectedValue(new ConvexError({ code: "not_yours", message: "Not now." }));
  show(null);
  await type("ada@example.com");
  await userEvent.click(button());
  expect(await screen.findByText("Failed to delete your account. Not now.")).toBeTruthy();
  expect(button().disabled).toBe(false);
});

test("keeping the account closes the dialog", async () => {
  const { onClose } = show(null);
  await userEvent.click(screen.getByRole("button", { name: "Keep my account" }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
