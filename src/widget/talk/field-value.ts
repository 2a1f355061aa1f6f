import { isEmailAddress, isPhoneNumber } from "../../../convex/shared/contact";
import type { FieldKind } from "../../../convex/shared/requestedFields";

/** The least that a value needs. */
const FORMS: Partial<Record<FieldKind, (value: string) => boolean>> = {
  email: isEmailAddress,
  phone: isPhoneNumber,
  number: (value) => /^[+-]?\p{Nd}[\p{Nd}\s.,/-]*$/u.test(value),
};

/** The value without spaces around it. Null if it does not have the format of its kind. */
export function readFieldValue(kind: FieldKind, typed: string): string | null {
  const value = typed.trim();
  return value !== "" && (FORMS[kind]?.(value) ?? true) ? value : null;
}
