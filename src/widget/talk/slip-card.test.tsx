import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LANGUAGES } from "../../../convex/shared/languages";
import type { Slip } from "../../../convex/shared/slip";
import { en } from "./languages/en";
import { SlipCard } from "./slip-card";
import { slipTexts } from "./slip-texts";

const SLIP: Slip = {
  ...{ id: "run", state: "booked", title: "Cake tasting", canMail: true, email: "ada@example.com" },
  lines: [
    { label: "start", value: "Friday, 19:00" },
    { label: "outside", value: true },
  ],
};
const own = slipTexts("en");

const fetched = vi.fn<(url: string, init: { body: string }) => Promise<Response>>();
const onClose = vi.fn<() => void>();

beforeEach(() => {
  fetched.mockReset();
  onClose.mockReset();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(slip: Partial<Slip> = {}) {
  render(
    <SlipCard
      {...{ slip: { ...SLIP, ...slip }, texts: en, language: "en", onClose }}
      siteUrl="https://site.example"
      conversation={{ embedId: "bakery", thread: "t" }}
    />,
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("the slip says what was done, and is sent to the address that was named", async () => {
  show();
  const card = screen.getByRole("region", { name: own.booked });
  expect(card.textContent).toContain("Booked: Cake tasting");
  expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    "Friday, 19:00",
    en.yes,
  ]);
  expect(screen.getByLabelText<HTMLInputElement>(own.address).value).toBe("ada@example.com");
  fetched.mockResolvedValueOnce(Response.json({}));
  press(own.mail);
  expect((await screen.findByRole("status")).textContent).toBe(own.mailed("ada@example.com"));
  expect(fetched.mock.calls.map(([, { body }]) => JSON.parse(body) as object)).toEqual([
    { assistantId: "bakery", thread: "t", id: "run", email: "ada@example.com" },
  ]);
  expect(screen.queryByRole("button", { name: own.mail })).toBeNull();
  press(en.close);
  expect(onClose).toHaveBeenCalledOnce();
});

test("an address that is none is not sent, and what went wrong is said", async () => {
  show({ email: null, state: "requested" });
  // The server takes no comma in it either.
  for (const value of ["", "bo@exa,mple.com"]) {
    fireEvent.input(screen.getByLabelText(own.address), { target: { value } });
    press(own.mail);
    expect(screen.getByRole("alert").textContent).toBe(en.field.email);
    expect(screen.getByLabelText(own.address)).toBe(document.activeElement);
  }
  fireEvent.input(screen.getByLabelText(own.address), { target: { value: "bo@example.com" } });
  fetched.mockResolvedValueOnce(Response.json({}, { status: 429 }));
  press(own.mail);
  expect((await screen.findByText(own.limited)).getAttribute("role")).toBe("alert");
  fetched.mockRejectedValueOnce(new Error("offline"));
  press(own.mail);
  expect(await screen.findByText(en.notSent)).toBeTruthy();
});

test("where no mail can be sent, none is offered", () => {
  show({ canMail: false });
  expect(screen.queryByRole("textbox")).toBeNull();
});

test.each(LANGUAGES)("every text of the slip is there in $name", ({ id }) => {
  if (id !== "en") expect(slipTexts(id).limited).not.toBe(own.limited);
  expect(slipTexts(id).mailed("ada@example.com")).toContain("ada@example.com");
});
