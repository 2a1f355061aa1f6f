import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Gauge } from "lucide-react";
import { afterEach, expect, test, vi } from "vitest";
import { Banner } from "./banner";

afterEach(cleanup);

const LIMIT = { tone: "warn", Icon: Gauge, title: "Spending Limit Almost Reached" } as const;
const TEXT = "Extra minutes have cost $24.00 of your $29.00 limit.";

test("on phones a folding banner shows its text on request", async () => {
  render(
    <Banner {...LIMIT} isFolding action={<button type="button">Raise limit</button>}>
      {TEXT}
    </Banner>,
  );
  const details = screen.getByRole("button", { name: "Details", description: LIMIT.title });
  const text = screen.getByText(TEXT);
  expect(details.getAttribute("aria-controls")).toBe(text.id);
  expect(text.className).toContain("max-sm:hidden");
  await userEvent.click(details);
  expect(text.className).not.toContain("max-sm:hidden");
  expect(details.getAttribute("aria-expanded")).toBe("true");
  await userEvent.click(details);
  expect(text.className).toContain("max-sm:hidden");
});

test("any other banner always shows its text", async () => {
  const dismiss = vi.fn();
  render(
    <Banner {...LIMIT} onDismiss={dismiss}>
      {TEXT}
    </Banner>,
  );
  expect(screen.getByText(TEXT).className).not.toContain("hidden");
  expect(screen.queryByRole("button", { name: "Details" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(dismiss).toHaveBeenCalledOnce();
});
