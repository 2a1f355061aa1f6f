/** Stripe's form encoding: `a[b][0]=c` is a field in an item of a list in an object. */
import { invalid } from "../errors.ts";

export type FormValue = string | FormObject;
export interface FormObject {
  [name: string]: FormValue;
}

const DEEPEST = 20;
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

export function decodeForm(text: string): FormObject {
  const root = emptyObject();
  for (const [path, value] of new URLSearchParams(text)) place(root, keysOf(path), value);
  return root;
}

function keysOf(path: string): string[] {
  const opening = path.includes("[") ? path.indexOf("[") : path.length;
  const brackets = path.slice(opening);
  const inner = [...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, key]) => key ?? "");
  const keys = [path.slice(0, opening), ...inner];
  const isWhole = brackets === inner.map((key) => `[${key}]`).join("");
  if (!isWhole || keys.length > DEEPEST || keys.some((key) => FORBIDDEN.has(key))) {
    throw invalid(`Invalid parameter name: ${path}`, "parameter_unknown", path);
  }
  return keys;
}

function place(root: FormObject, keys: string[], value: string): void {
  let target = root;
  keys.forEach((key, depth) => {
    // `list[]=` appends to the list.
    const name = key === "" && depth > 0 ? String(Object.keys(target).length) : key;
    if (depth === keys.length - 1) {
      target[name] = value;
      return;
    }
    const inner = target[name];
    if (typeof inner === "string") {
      throw invalid(
        `Invalid object: ${name} is given both as a value and as an object`,
        undefined,
        name,
      );
    }
    target = target[name] = inner ?? emptyObject();
  });
}

function emptyObject(): FormObject {
  return Object.create(null) as FormObject;
}
