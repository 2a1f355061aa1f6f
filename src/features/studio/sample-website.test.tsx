import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SampleWebsite } from "./sample-website";

beforeEach(() => {
  render(
    <SampleWebsite>
      <p>The card</p>
    </SampleWebsite>,
  );
});
afterEach(cleanup);

test("it looks like the website of a small business, with offers, prices and opening hours", () => {
  for (const text of [
    "Bread worth getting up for",
    "$7.50",
    "$3.80",
    "$42.00",
    "Opening hours",
    "7:00 am to 6:00 pm",
    "Closed",
    "(503) 555-0142",
  ]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(document.querySelectorAll("img, [src]")).toHaveLength(0);
});

test("nothing on it can be pressed or is read to screen readers, unlike the card", () => {
  const website = document.querySelector("[inert][aria-hidden]");
  expect(website?.contains(screen.getByText("Order for pick-up"))).toBe(true);
  expect(website?.contains(screen.getByText("The card"))).toBe(false);
});
