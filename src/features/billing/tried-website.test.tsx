import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { rememberWebsite } from "../../lib/website-to-begin-with";
import { TriedWebsite } from "./tried-website";

afterEach(() => sessionStorage.clear());

function show(): HTMLElement {
  return render(<TriedWebsite />, { wrapper: MemoryRouter }).container;
}

test("a newcomer who tried a website goes on from the plans to its assistant", () => {
  rememberWebsite("https://www.linden.example/shop");
  show();
  screen.getByRole("status", { name: "Your assistant for linden.example" });
  const link = screen.getByRole("link", { name: "Create this assistant" });
  expect(link.getAttribute("href")).toBe("/dashboard");
});

test("others see only the plans", () => {
  expect(show().innerHTML).toBe("");
  rememberWebsite("no address");
  expect(show().innerHTML).toBe("");
});
