import type { FieldKind } from "../../../convex/shared/requestedFields";

/** The least that a value needs. Nothing checks whether an address or a number exists. */
const FORMS: Partial<Record<FieldKind, RegExp>> = {
  email: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/,
  // Of a number in any country at most 15 digits are dialled (E.164).
  phone: /^[+(]?(?:[\s()./-]*\p{Nd}){5,15}[\s)]*$/u,
  number: /^[+-]?\p{Nd}[\p{Nd}\s.,/-]*$/u,
};

/** The value without spaces around it. Null if it does not have the format of its kind. */
export function readFieldValue(kind: FieldKind, typed: string): string | null {
  const value = typed.trim();
  return value !== "" && (FORMS[kind]?.test(value) ?? true) ? value : null;
}
