import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Menu } from "./menu";

afterEach(cleanup);

test("a press is heard, also when what opens takes the button's place before it is let go", async () => {
  const entries = [{ kind: "text" as const, text: "ada@example.com" }];
  render(<Menu trigger={<button type="button">Account</button>} entries={entries} />);
  // What opens is still on its way.
  fireEvent.pointerDown(screen.getByRole("button"), { button: 0 });
  expect(await screen.findByRole("menu")).toBeTruthy();
});
