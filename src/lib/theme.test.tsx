import { act, cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { THEMES, useTheme } from "./theme";

beforeEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.theme;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Switch() {
  const [theme, chooseTheme] = useTheme();
  return (
    <>
      <p>{theme} now</p>
      {THEMES.map(({ id, name }) => (
        <button key={id} onClick={() => chooseTheme(id)}>
          {name}
        </button>
      ))}
    </>
  );
}

const choose = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test.each([
  { name: "Dark", theme: "dark", painted: "dark" },
  { name: "Light", theme: "light", painted: "light" },
  { name: "System", theme: "system", painted: undefined },
])("$name is painted and kept", async ({ name, theme, painted }) => {
  render(<Switch />);
  await choose("Dark");
  await choose(name);
  expect(screen.getByText(`${theme} now`)).toBeTruthy();
  expect(document.documentElement.dataset.theme).toBe(painted);
  cleanup();
  render(<Switch />);
  expect(screen.getByText(`${theme} now`)).toBeTruthy();
});

test("who chose nothing follows the system, and so does who keeps nonsense", () => {
  localStorage.setItem("hark.theme", "purple");
  render(<Switch />);
  expect(screen.getByText("system now")).toBeTruthy();
});

test("a choice in another tab is painted here", () => {
  render(<Switch />);
  act(() => {
    localStorage.setItem("hark.theme", "dark");
    window.dispatchEvent(new Event("storage"));
  });
  expect(screen.getByText("dark now")).toBeTruthy();
  expect(document.documentElement.dataset.theme).toBe("dark");
});
