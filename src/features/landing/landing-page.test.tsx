import { cleanup, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LandingPage } from "./landing-page";

beforeEach(() => {
  render(<LandingPage />, { wrapper: MemoryRouter });
});
afterEach(cleanup);

test.each(["Features", "How It Works", "Pricing"])("the page has a section %s", (title) => {
  expect(screen.getByRole("region", { name: title })).toBeTruthy();
  expect(screen.getByRole("link", { name: title })).toBeTruthy();
});

test.each([
  ["Starter", "$29", "1,000 conversations per month"],
  ["Pro", "$49", "Custom voices"],
  ["Enterprise", "$349", "White-label"],
])("%s costs %s a month with %s", (plan, price, feature) => {
  const card = within(screen.getByRole("article", { name: plan }));
  expect(card.getByText(price)).toBeTruthy();
  expect(card.getByText(feature)).toBeTruthy();
});

test("the trial needs no credit card and leads to the dashboard", () => {
  expect(screen.getByText("7-day trial. No credit card needed.")).toBeTruthy();
  const link = screen.getByRole("link", { name: "Start free trial" });
  expect(link.getAttribute("href")).toBe("/dashboard");
});

test("the footer links to privacy, terms and support", () => {
  const hrefs = ["Privacy", "Terms", "Support"].map((name) =>
    screen.getByRole("link", { name }).getAttribute("href"),
  );
  expect(hrefs).toEqual(["/privacy", "/terms", "mailto:support@hark.example"]);
});

test("Contact sales opens an email with a subject and a first line", () => {
  const link = screen.getByRole("link", { name: "Contact sales" });
  const mail = new URL(link.getAttribute("href") ?? "");
  expect(mail.pathname).toBe("support@hark.example");
  expect(mail.searchParams.get("subject")).toBe("Hark Enterprise plan");
  expect(mail.searchParams.get("body")).toContain("Our website:");
});

test.each([
  ["Starter", 250, 125],
  ["Pro", 450, 225],
])("%s includes %i minutes, which its conversations share", (plan, minutes, calls) => {
  const card = within(screen.getByRole("article", { name: plan }));
  expect(card.getByText(`${minutes} minutes of calls included each month`)).toBeTruthy();
  expect(card.getByText(new RegExp(`share them: that is about ${calls} calls`))).toBeTruthy();
});

test("wherever the trial is sold, it says how many minutes it has without a card", () => {
  const words = "Without a card, the trial includes 100 minutes.";
  expect(screen.getByRole("region", { name: "Pricing" }).textContent).toContain(
    `7-day trial. No credit card needed. ${words}`,
  );
  expect(screen.getByText(words)).toBeTruthy();
});

test("each screenshot has a version for both themes, its size, and loads lazily", () => {
  const screens = screen.getAllByRole("img");
  expect(screens.map((image) => image.getAttribute("src"))).toEqual([
    "/pictures/inbox-light.webp",
    "/pictures/inbox-dark.webp",
    "/pictures/analytics-light.webp",
    "/pictures/analytics-dark.webp",
  ]);
  for (const image of screens) {
    const [width, height, loading] = ["width", "height", "loading"].map((name) =>
      image.getAttribute(name),
    );
    expect([width, height, loading]).toEqual(["343", "400", "lazy"]);
  }
});

test("each question opens its answer", () => {
  expect(screen.getByRole("region", { name: "Questions and answers" })).toBeTruthy();
  expect(screen.getByText("Can I cancel?").closest("details")?.textContent).toContain("one file");
});
