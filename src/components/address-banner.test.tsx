import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useMutation } from "convex/react";
import { ConvexError } from "convex/values";
import { afterEach, expect, test, vi } from "vitest";
import { ACCOUNT_MESSAGES, tooManyMails } from "../../convex/shared/accountMessages";
import { toast } from "../lib/toast";
import { AddressBanner } from "./address-banner";

vi.mock("convex/react", () => ({ useMutation: vi.fn() }));
vi.mock("../lib/toast", () => ({ toast: { success: vi.fn(), error: vi.fn() } }));

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const EMAIL = "ada@example.com";
const UNCONFIRMED = {
  what: "unconfirmed",
  isConfirmed: false,
  outboxUrl: null,
  isMailSent: true,
  mayTryAgain: true,
} as const;

function show(trouble: Partial<Parameters<typeof AddressBanner>[0]["addressProblem"]>) {
  const send = vi.fn();
  vi.mocked(useMutation).mockReturnValue(send as never);
  render(<AddressBanner email={EMAIL} addressProblem={{ ...UNCONFIRMED, ...trouble }} />);
  return send;
}

test("where a link was mailed, it says so, and offers another one", async () => {
  const send = show({});
  expect(screen.getByText(/in the email we sent to ada@example.com/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Send again" }));
  expect(send).toHaveBeenCalledOnce();
  expect(toast.success).toHaveBeenCalledWith(ACCOUNT_MESSAGES.confirmationSent);
});

test("where none was mailed, it does not say that one was", () => {
  show({ isMailSent: false });
  expect(
    screen.getByText(/We have not sent a confirmation link to ada@example.com yet/),
  ).toBeTruthy();
  expect(screen.getByRole("button", { name: "Send link" })).toBeTruthy();
});

test("who asks too often is told when to ask again", async () => {
  const send = show({});
  const message = tooManyMails(11.2 * 60_000);
  send.mockRejectedValue(new ConvexError({ code: "too_many_requests", message }));
  await userEvent.click(screen.getByRole("button", { name: "Send again" }));
  expect(message).toBe("We sent too many emails to this address. Try again in 12 minutes.");
  expect(toast.success).not.toHaveBeenCalled();
  expect(toast.error).toHaveBeenCalledWith(ACCOUNT_MESSAGES.confirmationNotSent, {
    description: message,
  });
});

test("after a complaint only who has confirmed the address may have mail sent again", () => {
  show({ what: "complained", isMailSent: false });
  expect(screen.getByRole("button", { name: "Send emails again" })).toBeTruthy();
  cleanup();
  show({ what: "complained", isMailSent: false, mayTryAgain: false });
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText(/If this is your address, write to .+@/)).toBeTruthy();
});
