import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { en } from "./languages/en";
import { ProposalCard } from "./proposal-card";

afterEach(cleanup);

test("the card has each value under its name, and its button sends the yes", () => {
  const onConfirm = vi.fn<(words: string) => void>();
  const lines = [
    { label: "guests", value: 2 },
    { label: "outside", value: false },
  ];
  render(
    <ProposalCard {...{ proposal: { title: "Book a table", lines }, texts: en, onConfirm }} />,
  );
  const card = screen.getByRole("region", { name: en.proposal.check });
  expect(card.textContent).toContain("Book a table");
  expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
    "guests",
    "outside",
  ]);
  expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    "2",
    en.no,
  ]);
  fireEvent.click(screen.getByRole("button", { name: en.proposal.right }));
  expect(onConfirm.mock.calls).toEqual([[en.proposal.right]]);
});
