import { expect, test } from "vitest";
import { readContactForm, salesMailAddress } from "./sales-mail";

const ada = {
  name: "Ada",
  email: "ada@bakery.example",
  company: "Bread & Co",
  message: "20 assistants?\nBy May + June",
};

test("the mail says who writes, and what", () => {
  const address = new URL(salesMailAddress("sales@hark.example", ada));
  expect(address.pathname).toBe("sales@hark.example");
  expect(address.searchParams.get("subject")).toBe("Hark Enterprise plan: Ada, Bread & Co");
  expect(address.searchParams.get("body")).toBe(
    "20 assistants?\r\nBy May + June\r\n\r\nName: Ada\r\nEmail: ada@bakery.example\r\nCompany: Bread & Co",
  );
  expect(address.href).not.toContain("+");
});

test("without a company nothing is said of one", () => {
  const address = decodeURIComponent(salesMailAddress("s@hark.example", { ...ada, company: "" }));
  expect(address).toContain("plan: Ada&body");
  expect(address).not.toContain("Company");
});

test("what surrounds the words is left out", () => {
  const form = new FormData();
  form.set("name", "  Ada ");
  expect(readContactForm(form)).toEqual({ name: "Ada", email: "", company: "", message: "" });
});
