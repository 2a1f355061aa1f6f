import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useQuery } from "convex/react";
import { Toasts } from "../../components/toasts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { goToAddress } from "../../lib/go-to-address";
import { EnterpriseCard } from "./enterprise-card";

vi.mock("convex/react", () => ({ useQuery: vi.fn() }));
vi.mock("../../lib/go-to-address");

beforeEach(async () => {
  vi.mocked(goToAddress).mockReset();
  vi.mocked(useQuery).mockReturnValue({
    salesEmail: "sales@hark.example",
    supportEmail: "help@hark.example",
  });
  render(
    <>
      <EnterpriseCard />
      <Toasts />
    </>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Contact Sales" }));
});
afterEach(cleanup);

const dialog = () => screen.getByRole<HTMLDialogElement>("dialog", { name: "Contact Sales" });

function fillIn() {
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fill("Name", "Ada");
  fill("Email", "ada@bakery.example");
  fill("Message", "Twenty assistants?");
}

test("name, email and message are required, the company is not", () => {
  expect(dialog().open).toBe(true);
  const fields = ["Name", "Email", "Company (optional)", "Message"].map((label) =>
    screen.getByLabelText<HTMLInputElement>(label),
  );
  expect(fields.map(({ required }) => required)).toEqual([true, true, false, true]);
  expect(fields[1]?.type).toBe("email");
});

test("sending opens a mail with everything in it, and says so", async () => {
  const opened = dialog();
  fillIn();
  await userEvent.click(screen.getByRole("button", { name: "Open email" }));
  const [address = ""] = vi.mocked(goToAddress).mock.calls[0] ?? [];
  expect(address).toMatch(/^mailto:sales@hark\.example\?subject=/);
  expect(decodeURIComponent(address)).toContain("Twenty assistants?");
  expect(await screen.findByText("Opening email client...")).toBeTruthy();
  expect(opened.open).toBe(false);
});

test("a message that is not sent yet is still there on coming back", async () => {
  const opened = dialog();
  fillIn();
  await userEvent.click(screen.getByRole("button", { name: "Not now" }));
  expect(opened.open).toBe(false);
  await userEvent.click(screen.getByRole("button", { name: "Contact Sales" }));
  expect(screen.getByLabelText<HTMLInputElement>("Message").value).toBe("Twenty assistants?");
  expect(goToAddress).not.toHaveBeenCalled();
});
