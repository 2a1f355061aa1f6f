import { expect, test } from "vitest";
import { decodeForm } from "./form.ts";

const plain = (text: string) => JSON.parse(JSON.stringify(decodeForm(text))) as unknown;

test("[A3] brackets are objects and lists, as the SDK writes them", () => {
  expect(plain("a=1&b[c]=2&d[0][e]=3&d[1][e]=4&f%5Bg%5D=x+y")).toEqual({
    a: "1",
    b: { c: "2" },
    d: { 0: { e: "3" }, 1: { e: "4" } },
    f: { g: "x y" },
  });
});

test("[A3] empty brackets append to the list", () => {
  expect(plain("a[]=x&a[]=y")).toEqual({ a: { 0: "x", 1: "y" } });
});

test("[A3] a name that would reach an object's prototype, or is malformed, is refused", () => {
  for (const text of ["a[__proto__][x]=1", "constructor=1", "a[b=1", "a[b]c=1", "a=1&a[b]=2"]) {
    expect(() => decodeForm(text)).toThrow();
  }
});
