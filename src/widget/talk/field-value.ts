import type { FieldKind } from "../../../convex/shared/requestedFields";

/** What a value must look like at least. Whether it exists only its owner knows. */
const FORMS: Partial<Record<FieldKind, RegExp>> = {
  email: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/,
  // Of a number in any country at most 15 digits are dialled (E.164).
  phone: /^[+(]?(?:[\s()./-]*\p{Nd}){5,15}[\s)]*$/u,
  number: /^[+-]?\p{Nd}[\p{Nd}\s.,/-]*$/u,
};

/** What the visitor typed, without spaces around it. Null if it cannot be what was asked for. */
export function readFieldValue(kind: FieldKind, typed: string): string | null {
  const value = typed.trim();
  return value !== "" && (FORMS[kind]?.test(value) ?? true) ? value : null;
}
