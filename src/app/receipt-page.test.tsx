import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useMutation, useQuery } from "convex/react";
import { ConvexError } from "convex/values";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { receiptPathFor } from "../lib/routes";
import { ReceiptPage } from "./receipt-page";
import { RECEIPT_TEXTS } from "./receipt-texts";

vi.mock("convex/react", () => ({ useMutation: vi.fn(), useQuery: vi.fn() }));

const change = vi.fn<(given: object) => Promise<unknown>>();
const texts = RECEIPT_TEXTS.en;
const RECEIPT = {
  ...{ state: "booked", title: "Cake tasting", assistantName: "Bakery", language: "en" },
  ...{ time: "Monday", lines: [{ label: "name", value: "Ada" }] },
  ...{ calendarFile: "BEGIN:VCALENDAR", withdrawnAtMs: null },
};

beforeEach(() => {
  change.mockReset();
  vi.mocked(useMutation).mockReturnValue(change as never);
});
afterEach(cleanup);

function page() {
  return (
    <MemoryRouter initialEntries={[receiptPathFor("r1-key")]}>
      <Routes>
        <Route path={receiptPathFor(":key")} element={<ReceiptPage />} />
      </Routes>
    </MemoryRouter>
  );
}

function show(receipt: object | null | undefined) {
  vi.mocked(useQuery).mockReturnValue(receipt);
  const { rerender } = render(page());
  return (changed: object | null) => {
    vi.mocked(useQuery).mockReturnValue(changed);
    rerender(page());
  };
}

const press = async (name: string, at = 0) =>
  await act(async () => {
    fireEvent.click(screen.getAllByRole("button", { name })[at] ?? document.body);
    await Promise.resolve();
  });

test("the page says while it loads, and when there is no such receipt", () => {
  show(undefined);
  expect(screen.getByRole("status").textContent).toBe(texts.loading);
  cleanup();
  show(null);
  expect(screen.getByRole("heading", { name: texts.goneTitle })).toBeTruthy();
  expect(vi.mocked(useQuery).mock.lastCall?.[1]).toEqual({ key: "r1-key" });
});

test("a receipt has its time, its values and its calendar file, in the assistant's language", () => {
  const update = show(RECEIPT);
  expect(screen.getByRole("heading", { name: "Booked: Cake tasting" })).toBeTruthy();
  expect(screen.getByText("Ada")).toBeTruthy();
  const link = screen.getByRole("link", { name: texts.calendarFile });
  expect(link.getAttribute("download")).toBe("appointment.ics");
  update({ ...RECEIPT, language: "de", calendarFile: null });
  expect(screen.getByRole("heading", { name: "Gebucht: Cake tasting" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: RECEIPT_TEXTS.de.calendarFile })).toBeNull();
});

test("withdrawing asks first, and is then said", async () => {
  change.mockResolvedValue(true);
  const update = show(RECEIPT);
  await press(texts.withdraw);
  expect(change).not.toHaveBeenCalled();
  await press(texts.withdraw, 1);
  expect(change.mock.calls).toEqual([[{ key: "r1-key" }]]);
  update({ ...RECEIPT, withdrawnAtMs: 1 });
  expect(screen.getByText(texts.withdrawn("Bakery"))).toBeTruthy();
  expect(screen.queryByRole("button", { name: texts.withdraw })).toBeNull();
});

test("a conversation that goes on is not deleted, and the page says why", async () => {
  change.mockRejectedValueOnce(new ConvexError({ code: "call_going_on", message: "It goes on." }));
  show(RECEIPT);
  await press(texts.deleteIt);
  await press(texts.deleteIt, 1);
  expect(screen.getByRole("alert").textContent).toBe(texts.goingOn);
  change.mockRejectedValueOnce(new Error("offline"));
  await press(texts.deleteIt, 1);
  expect(screen.getByRole("alert").textContent).toBe(texts.failed);
});

test("a deleted conversation is said to be deleted, in the language of before", async () => {
  change.mockResolvedValue(true);
  const de = RECEIPT_TEXTS.de;
  const update = show({ ...RECEIPT, language: "de" });
  await press(de.deleteIt);
  await press(de.deleteIt, 1);
  update(null);
  expect(screen.getByRole("heading", { name: de.deletedTitle })).toBeTruthy();
});
