import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LANGUAGES } from "../../../convex/shared/languages";
import type { Proposal } from "../../../convex/shared/proposal";
import { en } from "./languages/en";
import { ProposalCard } from "./proposal-card";
import { proposalTexts } from "./proposal-texts";

const PROPOSAL: Proposal = {
  id: "run",
  version: 0,
  title: "Book a table",
  lines: [
    { label: "start", value: "Friday, 19:00" },
    { label: "guests", value: 2, name: "guests" },
    { label: "full name", value: "Ada", name: "full_name" },
    { label: "outside", value: false, name: "outside" },
  ],
};
const own = proposalTexts("en");

const fetched = vi.fn<(url: string, init: { body: string }) => Promise<Response>>();
const onConfirm = vi.fn<(words: string) => void>();

beforeEach(() => {
  fetched.mockReset();
  onConfirm.mockReset();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Card() {
  const [proposal, setProposal] = useState<Proposal | null>(PROPOSAL);
  if (proposal === null) return null;
  return (
    <ProposalCard
      {...{ proposal, texts: en, language: "en", siteUrl: "https://site.example", onConfirm }}
      conversation={{ embedId: "bakery", thread: "t" }}
      onProposal={setProposal}
    />
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const write = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const definitions = () => screen.getAllByRole("definition").map(({ textContent }) => textContent);
const sent = () => fetched.mock.calls.map(([, { body }]) => JSON.parse(body) as object);
const isConfirmable = () => screen.queryByRole("button", { name: en.proposal.right }) !== null;

function answer(proposal: Proposal | null, fault?: string) {
  fetched.mockResolvedValueOnce(Response.json({ field: null, proposal, fault }));
}

test("the card has each value under its name, and its button sends the yes", () => {
  render(<Card />);
  const card = screen.getByRole("region", { name: en.proposal.check });
  expect(card.textContent).toContain("Book a table");
  expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
    "start",
    "guests",
    "full name",
    "outside",
  ]);
  expect(definitions().filter((text) => text !== own.edit)).toEqual([
    "Friday, 19:00",
    "2",
    "Ada",
    en.no,
  ]);
  press(en.proposal.right);
  expect(onConfirm.mock.calls).toEqual([[en.proposal.right]]);
});

test("a value is corrected by hand, and nothing is confirmed while it is typed", async () => {
  render(<Card />);
  expect(screen.queryByRole("button", { name: own.editValue("start") })).toBeNull();
  press(own.editValue("guests"));
  expect(isConfirmable()).toBe(false);
  expect(screen.getByLabelText("guests")).toBe(document.activeElement);
  expect(screen.getByLabelText<HTMLInputElement>("guests").type).toBe("number");
  write("guests", "3");
  const lines = PROPOSAL.lines.map((line) =>
    line.name === "guests" ? { ...line, value: 3 } : line,
  );
  answer({ ...PROPOSAL, version: 1, lines });
  press(own.save);
  await screen.findByText("3");
  expect(sent()).toEqual([
    {
      ...{ assistantId: "bakery", thread: "t" },
      correction: { id: "run", version: 0, name: "guests", value: "3" },
    },
  ]);
  expect(screen.getByRole("button", { name: own.editValue("guests") })).toBe(
    document.activeElement,
  );
  expect(isConfirmable()).toBe(true);
  press(own.editValue("outside"));
  fireEvent.input(screen.getByLabelText("outside"), { target: { value: "true" } });
  answer({ ...PROPOSAL, version: 2, lines });
  press(own.save);
  await screen.findByRole("button", { name: own.editValue("outside") });
  expect(sent()[1]).toMatchObject({ correction: { version: 1, name: "outside", value: true } });
});

test("what is wrong with a value stands at its line, and what was typed stays", async () => {
  render(<Card />);
  press(own.editValue("full name"));
  write("full name", "");
  answer(PROPOSAL, "missing");
  press(own.save);
  expect((await screen.findByRole("alert")).textContent).toBe(en.field.text);
  const input = screen.getByLabelText<HTMLInputElement>("full name");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(input.value).toBe("");
  fireEvent.keyDown(input, { key: "Escape" });
  expect(screen.getByText("Ada")).toBeTruthy();
  expect(isConfirmable()).toBe(true);
});

test("while nobody knows whether a value was taken, nothing can be confirmed", async () => {
  render(<Card />);
  press(own.editValue("guests"));
  write("guests", "3");
  fetched.mockRejectedValueOnce(new Error("offline"));
  press(own.save);
  expect((await screen.findByRole("alert")).textContent).toBe(en.notSent);
  const lines = [{ label: "guests", value: 3, name: "guests" }];
  answer({ ...PROPOSAL, version: 1, lines }, "outdated");
  press(en.cancel);
  expect(isConfirmable()).toBe(false);
  expect((await screen.findByRole("alert")).textContent).toBe(own.outdated);
  expect(definitions()).toContain("3");
  expect(isConfirmable()).toBe(true);
});

test("a proposal that is over takes no value, and its card goes", async () => {
  render(<Card />);
  press(own.editValue("guests"));
  answer(null, "outdated");
  press(own.save);
  await vi.waitFor(() => expect(screen.queryByRole("region")).toBeNull());
});

test.each(LANGUAGES)("every text of the card is there in $name", ({ id }) => {
  const texts = proposalTexts(id);
  if (id !== "en") expect(texts.outdated).not.toBe(own.outdated);
  expect(texts.editValue("day")).toContain("day");
  expect(proposalTexts(`${id}-XX`)).toBe(texts);
});
