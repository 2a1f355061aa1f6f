/** Fills in a form of the page. Only the visitor sends it. */
import { PAGE_ACTION_LIMITS, PAGE_NAME } from "../../convex/shared/pageActions";
import type { OfferedAction } from "./page-actions";
import { mark, scrollTo } from "./page-part";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What an assistant has no business with. */
const REFUSED_TYPES = ["password", "hidden", "file", "submit", "button", "image", "reset"];
const YES = /^(?:yes|true|on|1)$/i;

export function fillForm(given: unknown): OfferedAction {
  const { form: selector, fields } = (given ?? {}) as { form?: unknown; fields?: unknown };
  const listed = typeof fields === "object" && fields !== null ? Object.entries(fields) : [];
  if (typeof selector !== "string" || listed.length === 0) {
    throw new TypeError("Hark.actions: fillForm needs a form (a CSS selector) and its fields.");
  }
  if (listed.length > PAGE_ACTION_LIMITS.parameters) {
    throw new TypeError("Hark.actions: fillForm can fill in at most 8 fields.");
  }
  const names = new Map<string, string>();
  const parameters = listed.map(([name, says]) => {
    const parameter = name.replaceAll(/\W/g, "_");
    if (!PAGE_NAME.test(parameter) || names.has(parameter) || !isText(says)) {
      throw new TypeError(`Hark.actions: fillForm needs a name and words for the field ${name}.`);
    }
    names.set(parameter, name);
    const type = "string" as const;
    return { name: parameter, type, description: says, options: [], isRequired: false };
  });
  return {
    name: "fillForm",
    description:
      "Fills in a form on the page with what the visitor has said, for the visitor to check and send. It sends nothing.",
    parameters,
    run(values, { showPage }) {
      const form = document.querySelector(selector);
      if (!(form instanceof HTMLFormElement)) throw new Error("The form is not on this page.");
      const faults = Object.entries(values).flatMap(([parameter, value]) => {
        const name = names.get(parameter);
        const fault = name === undefined ? null : fill(form, name, String(value));
        return fault === null ? [] : [`${parameter}: ${fault}`];
      });
      scrollTo(form);
      mark(form);
      showPage();
      const failed = faults.length === 0 ? "" : ` Not filled in: ${faults.join("; ")}.`;
      return `Nothing was sent: the visitor checks the form and sends it.${failed}`;
    },
  };
}

/** Returns why it was not filled in, or null. */
function fill(form: HTMLFormElement, name: string, value: string): string | null {
  const field = form.elements.namedItem(name);
  if (field instanceof RadioNodeList) return choose(field, value);
  if (!isField(field) || field.disabled) return "there is no such field";
  if (
    REFUSED_TYPES.includes(field.type) ||
    field.getAttribute("autocomplete")?.includes("cc-") === true
  ) {
    return "only the visitor fills this in";
  }
  if (field instanceof HTMLSelectElement) return select(field, value);
  if (field instanceof HTMLInputElement && field.type === "checkbox") {
    if (field.checked !== YES.test(value.trim())) field.click();
    return null;
  }
  write(field, value);
  return null;
}

function choose(group: RadioNodeList, value: string): string | null {
  const buttons = [...group].filter((one) => one instanceof HTMLInputElement);
  const known = buttons.find((one) => isLike(one.value, value) || isLike(labelOf(one), value));
  if (known === undefined) return `it can be ${buttons.map(labelOf).join(", ")}`;
  known.click();
  return null;
}

function labelOf({ labels, value }: HTMLInputElement): string {
  return labels?.[0]?.textContent.trim() ?? value;
}

function select(field: HTMLSelectElement, value: string): string | null {
  const options = [...field.options];
  const known = options.find((one) => isLike(one.text, value) || isLike(one.value, value));
  if (known === undefined) return `it can be ${options.map(({ text }) => text).join(", ")}`;
  write(field, known.value);
  return null;
}

/** As if the visitor had typed it. Libraries such as React replace the element's own setter. */
function write(field: Field, value: string): void {
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
}

function isField(element: unknown): element is Field {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

function isLike(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function isText(value: unknown): value is string {
  const { description } = PAGE_ACTION_LIMITS;
  return typeof value === "string" && value.trim() !== "" && value.length <= description;
}
