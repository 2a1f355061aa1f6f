/** The parameters of a call, defined once: the rule that parses a parameter also gives its type. */
import { invalid, notSimulated, refusal } from "../errors.ts";
import type { FormObject, FormValue } from "./form.ts";

export interface Rule<T> {
  parse(value: FormValue, name: string): T;
  isRequired?: boolean;
}

interface Required<T> extends Rule<T> {
  isRequired: true;
}

type Rules = Record<string, Rule<unknown>>;
export type Parsed<R extends Rules> = {
  [Key in keyof R]: R[Key] extends Required<infer T>
    ? T
    : R[Key] extends Rule<infer T>
      ? T | undefined
      : never;
};

export function required<T>(rule: Rule<T>): Required<T> {
  return { ...rule, isRequired: true };
}

/** An empty value removes the current one. */
export function unsettable<T>(rule: Rule<T>): Rule<T | null> {
  return { parse: (value, name) => (value === "" ? null : rule.parse(value, name)) };
}

export const text: Rule<string> = scalar((value) => value);

export function textOfAtMost(characters: number): Rule<string> {
  return scalar((value, name) => {
    if (value.length <= characters) return value;
    throw invalid(`This value can be up to ${characters} characters long.`, undefined, name);
  });
}

const WHOLE = /^-?\d{1,15}$/;

export function integer({ least = -Infinity, most = Infinity } = {}): Rule<number> {
  return scalar((value, name) => {
    if (!WHOLE.test(value)) {
      const refused = { what: "value", name, value } as const;
      throw refusal(`Invalid integer: ${value}`, refused, "parameter_invalid_integer");
    }
    const number = Number(value);
    if (number < least) {
      throw invalid(
        `This value must be greater than or equal to ${least}.`,
        "parameter_invalid_integer",
        name,
      );
    }
    if (number > most) {
      throw invalid(
        `This value must be less than or equal to ${most}.`,
        "parameter_invalid_integer",
        name,
      );
    }
    return number;
  });
}

export const timestamp = integer({ least: 0 });

export const boolean: Rule<boolean> = scalar((value, name) => {
  if (value === "true") return true;
  if (value === "false") return false;
  throw invalid(`Invalid boolean: ${value}`, undefined, name);
});

export function oneOf<const T extends string>(...choices: T[]): Rule<T> {
  return scalar((value, name) => {
    const found = choices.find((choice) => choice === value);
    if (found === undefined) {
      const list = new Intl.ListFormat("en", { type: "disjunction" }).format(choices);
      const refused = { what: "value", name, value } as const;
      throw refusal(`Invalid ${name}: must be one of ${list}`, refused);
    }
    return found;
  });
}

export const address: Rule<string> = scalar((value, name) => {
  // The placeholder is not valid in a URL until it is replaced.
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw invalid("Not a valid URL", "url_invalid", name);
  }
  return value;
});

export const email: Rule<string> = scalar((value, name) => {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) {
    throw invalid(`Invalid email address: ${value}`, "email_invalid", name);
  }
  return value;
});

export const currency: Rule<"usd"> = scalar((value, name) => {
  if (value.toLowerCase() !== "usd") throw notSimulated(`the currency ${value}`, name);
  return "usd" as const;
});

const MAX_METADATA_KEY_LENGTH = 40;
const MAX_METADATA_VALUE_LENGTH = 500;
const MAX_METADATA_KEYS = 50;

/** Keeps empty values, which unset a key (`mergeMetadata`). */
export const metadata: Rule<Record<string, string>> = {
  parse(value, name) {
    if (value === "") return {};
    const entries = Object.entries(asObject(value, name)).map(([key, one]): [string, string] => {
      if (typeof one !== "string") {
        throw invalid(`Invalid string: ${name}[${key}]`, undefined, `${name}[${key}]`);
      }
      if (key.length > MAX_METADATA_KEY_LENGTH || one.length > MAX_METADATA_VALUE_LENGTH) {
        throw invalid(
          `Metadata keys can be up to ${MAX_METADATA_KEY_LENGTH} characters long and values up to ${MAX_METADATA_VALUE_LENGTH}; "${key}" is not.`,
          undefined,
          `${name}[${key}]`,
        );
      }
      return [key, one];
    });
    if (entries.length > MAX_METADATA_KEYS) {
      throw invalid(`You can have up to ${MAX_METADATA_KEYS} metadata keys.`, undefined, name);
    }
    return Object.fromEntries(entries);
  },
};

/** Adds new keys, replaces given ones, and removes those that are given as empty. */
export function mergeMetadata(
  former: Record<string, string> | null,
  given: Record<string, string> | undefined,
): Record<string, string> {
  const merged = { ...former, ...given };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ""));
}

export function list<T>(rule: Rule<T>, { most = Infinity } = {}): Rule<T[]> {
  return {
    parse(value, name) {
      if (value === "") return [];
      const items = Object.entries(asObject(value, name, "array"));
      if (items.some(([index], place) => index !== String(place))) {
        throw invalid("Invalid array", undefined, name);
      }
      if (items.length > most) {
        throw invalid(`Array ${name} exceeded maximum ${most} allowed elements.`, undefined, name);
      }
      return items.map(([index, item]) => rule.parse(item, `${name}[${index}]`));
    },
  };
}

export function fields<R extends Rules>(rules: R): Rule<Parsed<R>> {
  return { parse: (value, name) => parseFields(rules, asObject(value, name), name) };
}

/** One of two forms, depending on whether the value is an object. */
export function either<A, B>(plain: Rule<A>, object: Rule<B>): Rule<A | B> {
  return {
    parse: (value, name) =>
      typeof value === "string" ? plain.parse(value, name) : object.parse(value, name),
  };
}

export function parseFields<R extends Rules>(rules: R, given: FormObject, within = ""): Parsed<R> {
  const path = (name: string) => (within === "" ? name : `${within}[${name}]`);
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(rules, name)) {
      const refused = { what: "parameter", name: path(name) } as const;
      throw refusal(`Received unknown parameter: ${path(name)}`, refused, "parameter_unknown");
    }
  }
  const parsed = Object.entries(rules).map(([name, rule]): [string, unknown] => {
    const value = given[name];
    if (value === undefined) {
      if (rule.isRequired !== true) return [name, undefined];
      throw invalid(`Missing required param: ${path(name)}.`, "parameter_missing", path(name));
    }
    return [name, rule.parse(value, path(name))];
  });
  return Object.fromEntries(parsed) as Parsed<R>;
}

function scalar<T>(parse: (value: string, name: string) => T): Rule<T> {
  return {
    parse(value, name) {
      const refused = { what: "value", name, value } as const;
      if (typeof value !== "string") throw refusal("Invalid string", refused);
      if (value === "") {
        throw refusal(
          `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`,
          refused,
          "parameter_invalid_empty",
        );
      }
      return parse(value, name);
    },
  };
}

function asObject(value: FormValue, name: string, what: "array" | "object" = "object"): FormObject {
  if (typeof value === "string") throw refusal(`Invalid ${what}`, { what: "value", name, value });
  return value;
}
