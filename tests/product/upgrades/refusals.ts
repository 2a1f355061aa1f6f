/** Compares validators of two releases. */
import type { ValidatorJSON } from "convex/values";

type Fields = Extract<ValidatorJSON, { type: "object" }>["value"];

/**
 * Where `to` refuses a value that `from` allows, such as "voice: literal \"ada\" is refused". It errs on the safe side: an object whose field is a
 * union counts as refused by a union of objects.
 */
export function refusals(from: ValidatorJSON, to: ValidatorJSON, at = ""): string[] {
  if (to.type === "any") return [];
  if (from.type === "union") return from.value.flatMap((member) => refusals(member, to, at));
  if (to.type === "union") return refusalsByAll(from, to.value, at);
  if (from.type === "object" && to.type === "object") {
    return refusalsOfFields(from.value, to.value, at);
  }
  if (from.type === "array" && to.type === "array") {
    return refusals(from.value, to.value, `${at}[]`);
  }
  if (from.type === "record" && to.type === "record") {
    return [
      ...refusals(from.keys, to.keys, `${at}{key}`),
      ...refusals(from.values.fieldType, to.values.fieldType, `${at}{}`),
    ];
  }
  if (from.type === "id" && to.type === "id" && from.tableName !== to.tableName) {
    return [`${at}: ${nameOf(from)} is refused`];
  }
  const isSame =
    from.type === "literal"
      ? to.type === "literal"
        ? from.value === to.value
        : to.type === typeOf(from.value)
      : to.type === from.type || (from.type === "id" && to.type === "string");
  return isSame ? [] : [`${at}: ${nameOf(from)} is refused`];
}

/** Of several members that refuse it, the one that refuses least is named. */
function refusalsByAll(from: ValidatorJSON, members: ValidatorJSON[], at: string): string[] {
  const isLike = (member: ValidatorJSON) =>
    member.type === "object" && from.type === "object" && kindOf(member) === kindOf(from);
  const all = members.map((member) => ({
    isLike: isLike(member),
    found: refusals(from, member, at),
  }));
  if (all.some(({ found }) => found.length === 0)) return [];
  const alike = all.filter((one) => one.isLike).map(({ found }) => found);
  return alike.toSorted((a, b) => a.length - b.length)[0] ?? [`${at}: ${nameOf(from)} is refused`];
}

function refusalsOfFields(from: Fields, to: Fields, at: string): string[] {
  const names = new Set([...Object.keys(from), ...Object.keys(to)]);
  return [...names].flatMap((name) => {
    const [before, after] = [from[name], to[name]];
    const inner = at === "" ? name : `${at}.${name}`;
    if (after === undefined) return [`${inner}: the field is refused`];
    const isRequired = !after.optional && (before === undefined || before.optional);
    return [
      ...(isRequired ? [`${inner}: the field is required`] : []),
      ...(before === undefined ? [] : refusals(before.fieldType, after.fieldType, inner)),
    ];
  });
}

/**
 * Where a page that was made for `before` cannot read an answer of `after`: a field is gone or may be missing, or there is a
 * value that it does not know. It may ignore fields that are new.
 */
export function unreadable(before: ValidatorJSON, after: ValidatorJSON): string[] {
  return refusals(after, withNewFields(after, before));
}

/** What a page may get from functions of which nobody knows whether they are those of `before` or of `after`. */
export function withNewFields(after: ValidatorJSON, before: ValidatorJSON): ValidatorJSON {
  if (after.type === "union" && before.type === "union") {
    const value = before.value.map((member) => withNewFields(after, member));
    return { type: "union", value };
  }
  if (after.type === "union") {
    const like = after.value.filter((member) => member.type === before.type);
    const same = like.find((member) => kindOf(member) === kindOf(before)) ?? like[0];
    return same === undefined ? before : withNewFields(same, before);
  }
  if (before.type === "union") {
    const value = before.value.map((member) =>
      kindOf(member) === kindOf(after) ? withNewFields(after, member) : member,
    );
    return { type: "union", value };
  }
  if (after.type === "array" && before.type === "array") {
    return { type: "array", value: withNewFields(after.value, before.value) };
  }
  if (after.type !== "object" || before.type !== "object") return before;
  const fields = Object.entries(after.value).map(([name, field]) => {
    const known = before.value[name];
    if (known === undefined) return [name, { ...field, optional: true }] as const;
    const fieldType = withNewFields(field.fieldType, known.fieldType);
    return [name, { ...known, fieldType }] as const;
  });
  return { type: "object", value: { ...before.value, ...Object.fromEntries(fields) } };
}

/** What tells an object of a union from the others. */
function kindOf(validator: ValidatorJSON): string {
  if (validator.type !== "object") return validator.type;
  const literals = Object.entries(validator.value)
    .filter(([, { fieldType }]) => fieldType.type === "literal")
    .map(([name, { fieldType }]) => `${name}: ${nameOf(fieldType)}`);
  return literals.toSorted().join();
}

function nameOf(validator: ValidatorJSON): string {
  if (validator.type === "literal") return JSON.stringify(validator.value);
  if (validator.type === "id") return `an id of ${validator.tableName}`;
  return validator.type;
}

/** As the validator of such a value is called. */
function typeOf(value: unknown): string {
  return typeof value;
}
