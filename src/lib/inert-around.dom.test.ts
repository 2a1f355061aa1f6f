import { expect, test } from "vitest";
import { must } from "./must";
import { makeInertAround } from "./inert-around";

test("everything around an element is inert until that is undone, but toasts are not", () => {
  document.body.innerHTML = `<header></header><div><p></p><section></section><aside inert></aside></div>
    <footer><ol data-sonner-toaster></ol></footer>`;
  const inert = () => [...document.querySelectorAll("[inert]")].map(({ localName }) => localName);
  const undo = makeInertAround(must(document.querySelector("section"), "section"));
  expect(inert()).toEqual(["header", "p", "aside"]);
  undo();
  expect(inert()).toEqual(["aside"]);
});
