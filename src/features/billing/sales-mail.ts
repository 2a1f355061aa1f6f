import { PRODUCT_NAME } from "../../../convex/shared/productName";

export type ContactForm = { name: string; email: string; company: string; message: string };

/** Some email apps accept only `mailto:` links of up to 2,000 characters. */
export const LONGEST_MESSAGE = 1_000;

export function readContactForm(form: FormData): ContactForm {
  const read = (name: keyof ContactForm) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  return {
    name: read("name"),
    email: read("email"),
    company: read("company"),
    message: read("message"),
  };
}

/** Encodes spaces as %20, because email apps show a plus sign as it is. */
export function salesMailAddress(to: string, { name, email, company, message }: ContactForm) {
  const sender = company === "" ? name : `${name}, ${company}`;
  const subject = `${PRODUCT_NAME} Enterprise plan: ${sender}`;
  const lines = [
    message,
    "",
    `Name: ${name}`,
    `Email: ${email}`,
    ...(company === "" ? [] : [`Company: ${company}`]),
  ];
  const body = lines.join("\n").replaceAll(/\r?\n/g, "\r\n");
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
