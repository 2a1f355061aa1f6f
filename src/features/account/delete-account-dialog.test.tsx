import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useAction, useMutation, useQuery } from "convex/react";
import { getFunctionName, type FunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { toast } from "sonner";
import { Toasts } from "../../components/toasts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DeleteAccountDialog } from "./delete-account-dialog";

vi.mock("convex/react", () => ({ useAction: vi.fn(), useMutation: vi.fn(), useQuery: vi.fn() }));

const deleteAccount = vi.fn<() => Promise<null>>();
const settle = vi.fn<() => Promise<number>>();

beforeEach(() => {
  deleteAccount.mockReset().mockResolvedValue(null);
  settle.mockReset().mockResolvedValue(0);
  vi.mocked(useMutation).mockReturnValue(deleteAccount as never);
  vi.mocked(useAction).mockReturnValue(settle as never);
});
afterEach(() => {
  cleanup();
  toast.dismiss();
});

type Owed = { owed?: number; payments?: object[] };

function show(subscription: unknown, { owed = 0, payments = [] }: Owed = {}) {
  const answers: Record<string, unknown> = {
    "subscriptions:getUserSubscription": subscription,
    "account:getAmountOwed": owed,
    "subscriptions:getPaymentsToConfirm": payments,
  };
  vi.mocked(useQuery).mockImplementation(
    ((query: FunctionReference<"query">) => answers[getFunctionName(query)]) as never,
  );
  const onClose = vi.fn();
  render(
    <>
      <DeleteAccountDialog email="ada@example.com" onClose={onClose} />
      <Toasts />
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
  expect(screen.queryAllByText(/Your Pro subscription ends immediately/)).toHaveLength(given.ends);
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

test("what extra minutes cost is charged first", async () => {
  show({ plan: { name: "Pro" } }, { owed: 750 });
  expect(screen.getByText(/^We first charge \$7\.50 for your unpaid extra minutes\./)).toBeTruthy();
  await type("ada@example.com");
  await userEvent.click(button());
  expect(settle).toHaveBeenCalledTimes(1);
  expect(deleteAccount).toHaveBeenCalledTimes(1);
});

test("what could not be charged is told with where to pay it, and keeps nobody", async () => {
  const url = "https://invoice.stripe.com/i/1";
  settle.mockResolvedValue(750);
  const payments = [
    { what: "renewal", url: "https://invoice.stripe.com/i/0" },
    { what: "overage_refused", url },
  ];
  show({ plan: { name: "Pro" } }, { owed: 750, payments });
  await type("ada@example.com");
  await userEvent.click(button());
  expect((await screen.findByRole("alert")).textContent).toContain(
    "We could not charge $7.50 for extra minutes.",
  );
  expect(deleteAccount).not.toHaveBeenCalled();
  expect(screen.getByRole("link", { name: "Pay it now" }).getAttribute("href")).toBe(url);
  await userEvent.click(screen.getByRole("button", { name: "Delete without paying" }));
  expect(settle).toHaveBeenCalledTimes(1);
  expect(deleteAccount).toHaveBeenCalledTimes(1);
});

test("keeping the account closes the dialog", async () => {
  const { onClose } = show(null);
  await userEvent.click(screen.getByRole("button", { name: "Keep my account" }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
