/** What a page offers, and what its built-in actions do. */
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { GivenActions } from "../lib/widget-protocol";
import { openPageActions } from "./page-actions";

const FORM = `<form id="order">
  <input name="email">
  <textarea name="note"></textarea>
  <input name="pin" type="password">
  <input name="card" autocomplete="cc-number">
  <input name="gift" type="checkbox">
  <label><input name="size" type="radio" value="s">Small</label>
  <label><input name="size" type="radio" value="l">Large</label>
  <select name="bread"><option value="r">Rye</option><option value="w">Wheat</option></select>
</form>`;
const FIELDS = {
  ...{ email: "The address.", note: "A note.", pin: "The pin.", card: "The card." },
  ...{ gift: "Whether it is a gift.", size: "The size.", bread: "The bread." },
};

/** What the test environment lacks. Tests of other files run in the same one. */
const LACKING = { scrollIntoView: vi.fn(), animate: vi.fn() };
const before = Object.fromEntries(
  Object.keys(LACKING).map((name) => [name, Reflect.get(Element.prototype, name) as unknown]),
);

const { lang } = document.documentElement;

beforeEach(() => {
  document.body.innerHTML = FORM;
  document.documentElement.lang = "en-GB";
  Object.assign(Element.prototype, LACKING);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(() => {
  document.body.replaceChildren();
  document.documentElement.lang = lang;
  Object.assign(Element.prototype, before);
  vi.unstubAllGlobals();
});

async function perform(given: GivenActions, name: string, values: Record<string, string | number>) {
  const { perform: act } = openPageActions(given);
  return await act({ id: "1", name, values }, false);
}

function fieldsNow(): unknown {
  return Object.fromEntries(new FormData(document.querySelector("form") ?? undefined));
}

test("a form is filled in as if the visitor had typed, and a framework's own setter hears of it", async () => {
  const heard: string[] = [];
  for (const name of ["input", "change", "submit"]) {
    const listen = ({ target }: Event) => heard.push(`${(target as Element).tagName} ${name}`);
    document.addEventListener(name, listen);
    onTestFinished(() => document.removeEventListener(name, listen));
  }
  const email = document.querySelector("input");
  if (email === null) throw new Error("The form has no field.");
  Object.defineProperty(email, "value", {
    configurable: true,
    set: () => heard.push("framework"),
    get: () => "",
  });
  const values = {
    email: "ada@example.com",
    note: "Sliced",
    gift: "yes",
    size: "large",
    bread: "wheat",
  };
  const acted = await perform({ fillForm: { form: "#order", fields: FIELDS } }, "fillForm", values);
  expect(acted).toMatchObject({ isDone: true, isOnPage: true });
  expect(acted.text).toBe("Nothing was sent: the visitor checks the form and sends it.");
  Reflect.deleteProperty(email, "value");
  expect(fieldsNow()).toMatchObject({ ...values, gift: "on", size: "l", bread: "w" });
  expect(heard).toContain("INPUT input");
  expect(heard).toContain("SELECT change");
  expect(heard).not.toContain("framework");
  expect(heard.join()).not.toContain("submit");
});

// T123: docs/security.md
test("passwords and cards are the visitor's, and unknown values are named", async () => {
  const values = { pin: "1234", card: "4242424242424242", size: "huge", bread: "corn" };
  const { text } = await perform(
    { fillForm: { form: "#order", fields: { ...FIELDS, gone: "Nothing." } } },
    "fillForm",
    { ...values, gone: "x" },
  );
  expect(text).toBe(
    "Nothing was sent: the visitor checks the form and sends it. Not filled in: pin: only the visitor fills this in; " +
      "card: only the visitor fills this in; size: it can be Small, Large; bread: it can be Rye, Wheat; gone: there is no such field.",
  );
  expect(fieldsNow()).toMatchObject({ pin: "", card: "" });
});

// T123: docs/security.md
test.each([
  ["highlight", { "#order": "the form" }, { which: "the prices" }, "There is only: the form."],
  ["highlight", { "#gone": "the prices" }, { which: "the prices" }, "It is not on this page."],
  ["scrollTo", { "#order": "the form" }, {}, "There is only: the form."],
])("%s does only what the page lists, %o", async (name, listed, values, reason) => {
  const error = vi.spyOn(console, "error").mockReturnValue();
  expect(await perform({ [name]: listed }, name, values)).toMatchObject({
    ...{ isDone: false, isOnPage: false },
    text: reason,
  });
  error.mockRestore();
});

test("what an action returns is told as a text, and what it throws as the reason", async () => {
  const error = vi.spyOn(console, "error").mockReturnValue();
  const offered = (run: () => unknown): GivenActions => ({ look: { description: "Looks.", run } });
  const told = async (run: () => unknown) => await perform(offered(run), "look", {});
  expect(await told(() => ({ left: 2 }))).toMatchObject({ isDone: true, text: '{"left":2}' });
  expect(await told(() => undefined)).toMatchObject({ isDone: true, text: "" });
  expect(await told(async () => await Promise.resolve(7))).toMatchObject({ text: "7" });
  const broken = () => {
    throw new Error("Sold out.");
  };
  expect(await told(broken)).toMatchObject({ isDone: false, text: "Sold out." });
  expect(await perform({}, "look", {})).toMatchObject({ isDone: false });
  error.mockRestore();
});

test.each<[GivenActions, string]>([
  [
    { look: { description: "", run: () => "" } },
    "look needs a description of at most 300 characters.",
  ],
  [{ look: { description: "Looks." } }, "look needs a function run."],
  [
    {
      look: { description: "Looks.", parameters: { a: { type: "date" } } as never, run: () => "" },
    },
    "look has a parameter a whose type is not string, number, boolean.",
  ],
  [
    { look: { description: "Looks.", asks: 7 as never, run: () => "" } },
    "look asks something that is not a text of at most 120 characters.",
  ],
  [{ fillForm: {} }, "fillForm needs a form (a CSS selector) and its fields."],
  [{ showMap: {} }, "showMap needs a list of 1 to 30 entries."],
  [
    { showMap: { "http://maps.example/": "us" } },
    "showMap: http://maps.example/ is neither https nor an address of this website.",
  ],
])("of %o the mistake is named", (given, mistake) => {
  expect(() => openPageActions(given)).toThrow(`Hark.actions: ${mistake}`);
});

test("a card for each question, whose closing is a no", async () => {
  const run = vi.fn(() => "");
  const given = {
    buy: { description: "Buys.", parameters: { what: "What." }, asks: "Buy it?", run },
  };
  const pressed = async (label: string) => {
    const acted = perform(given, "buy", { what: "rye" });
    await vi.waitFor(() => expect(cardText()).toContain("Buy it?"));
    const button = [...(card()?.querySelectorAll("button") ?? [])].find(
      ({ textContent, ariaLabel }) => textContent === label || ariaLabel === label,
    );
    button?.click();
    return await acted;
  };
  expect(await pressed("Close")).toMatchObject({ isDone: false, text: "The visitor said no." });
  expect(await pressed("No")).toMatchObject({ isDone: false });
  expect(run).not.toHaveBeenCalled();
  expect(await pressed("Yes")).toMatchObject({ isDone: true });
  expect(run).toHaveBeenCalledOnce();
  expect(card()).toBeNull();
});

function card(): Element | null {
  const holder = [...document.querySelectorAll("div")].find(
    ({ shadowRoot }) => shadowRoot !== null,
  );
  return holder?.shadowRoot?.querySelector("section") ?? null;
}

function cardText(): string {
  return card()?.textContent ?? "";
}

test("a card speaks the page's language", async () => {
  document.documentElement.lang = "de";
  const given = { buy: { description: "Buys.", asks: "Kaufen?", run: () => "" } };
  const acted = perform(given, "buy", {});
  await vi.waitFor(() => expect(cardText()).toContain("JaNein"));
  [...(card()?.querySelectorAll("button") ?? [])].at(-1)?.click();
  expect(await acted).toMatchObject({ isDone: false, text: "The visitor said no." });
});
