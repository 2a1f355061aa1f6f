import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Menu } from "./menu";

let arrive: () => void;
const arrived = new Promise<void>((resolve) => {
  arrive = resolve;
});

vi.mock("./opening-menu", async () => {
  await arrived;
  return {
    OpeningMenu: ({ isPressed }: { isPressed: boolean }) => (isPressed ? "open" : "closed"),
  };
});
afterEach(cleanup);

test("a press is heard, also when what opens takes the button's place before it is let go", async () => {
  render(<Menu trigger={<button type="button">Account</button>} entries={[]} />);
  fireEvent.pointerDown(screen.getByRole("button"), { button: 0 });
  arrive();
  expect(await screen.findByText("open")).toBeTruthy();
});
