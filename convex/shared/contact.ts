/** The formats of email addresses and phone numbers. Only a message shows whether one exists. */

const EMAIL = /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\.]+(\.[^\s@<>(),;:"\\.]+)+$/;
/** Numbers have at most 15 digits (E.164). A prefix such as 00 and a zero in parentheses may come on top. */
const PHONE = /^([\s+()./\p{Pd}]*\p{Nd}){5,18}[\s)]*$/u;

export function isEmailAddress(text: string): boolean {
  return EMAIL.test(text);
}

export function isPhoneNumber(text: string): boolean {
  return PHONE.test(text);
}
