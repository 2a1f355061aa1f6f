/** The fields of a card: the form, and its validation. */
import { findCard, TEST_CARDS } from "../engine/test-cards.ts";
import type { TestCard } from "../engine/test-cards.ts";
import { html } from "hono/html";
import type { Html } from "./layout.ts";

export type FieldName = "number" | "expiry" | "cvc" | "name";
export type Entered = Partial<Record<string, string>>;
export type FieldErrors = Partial<Record<FieldName, string>>;

export interface EnteredCard {
  card: TestCard;
  expMonth: number;
  expYear: number;
  name: string | null;
}

export type CardAnswer =
  | { kind: "card"; card: EnteredCard }
  | { kind: "empty" }
  | { kind: "wrong"; errors: FieldErrors; refusal: string | null };

/** `nowMs` decides whether a card has expired. */
export function readCard(entered: Entered, nowMs: number): CardAnswer {
  const number = (entered.number ?? "").replace(/[\s-]/g, "");
  const expiry = (entered.expiry ?? "").trim();
  const cvc = (entered.cvc ?? "").trim();
  const name = (entered.name ?? "").trim();
  if (number === "" && expiry === "" && cvc === "") return { kind: "empty" };

  const errors: FieldErrors = {};
  if (number === "") errors.number = "Enter the card number.";
  else if (!isCardNumber(number)) errors.number = "Your card number is invalid.";
  const date = readExpiry(expiry);
  if (expiry === "") errors.expiry = "Enter the expiry date.";
  else if (date === null)
    errors.expiry = "Enter the expiry date as month and year, such as 12 / 30.";
  else if (hasExpired(date, nowMs)) errors.expiry = "Your card's expiry date is in the past.";
  const card = findCard(number);
  const digits = card?.brand === "amex" ? 4 : 3;
  if (cvc === "") errors.cvc = "Enter the CVC.";
  else if (!/^\d{3,4}$/.test(cvc) || (card !== undefined && cvc.length !== digits)) {
    errors.cvc = `The CVC of this card has ${digits} digits.`;
  }
  if (Object.keys(errors).length > 0 || date === null)
    return { kind: "wrong", errors, refusal: null };
  if (card === undefined) {
    const refusal =
      "Your card was declined. Only the test cards listed on this page work here; never enter a real one.";
    return { kind: "wrong", errors: { number: refusal }, refusal };
  }
  return { kind: "card", card: { card, ...date, name: name === "" ? null : name } };
}

const NUMBER_EXAMPLE = "1234 1234 1234 1234";

export interface CardFields {
  errors: FieldErrors;
  isOptional: boolean;
  /** Never filled in again: a card's digits are not sent back. */
  name: string;
}

export function cardFields({ errors, isOptional, name }: CardFields): Html {
  const firstWrong = (["number", "expiry", "cvc"] as const).find(
    (one) => errors[one] !== undefined,
  );
  const field = (id: FieldName, label: string, attributes: Html) =>
    html`<div class="field">
      <label for="${id}">${label}</label>
      <input
        id="${id}"
        name="${id}"
        ${attributes}
        ${isOptional || id === "name" ? null : html`aria-required="true"`}
        ${errors[id] === undefined ? null : html`aria-invalid="true" aria-describedby="${id}-error"`}
        ${firstWrong === id ? html`autofocus` : null}
      />
      ${errors[id] === undefined ? null : html`<p class="error" id="${id}-error">${errors[id]}</p>`}
    </div>`;
  return html`<div class="card-fields">
    ${field(
      "number",
      "Card number",
      html`inputmode="numeric" autocomplete="cc-number" maxlength="23"
      placeholder="${NUMBER_EXAMPLE}"`,
    )}
    <div class="pair">
      ${field(
        "expiry",
        "Expiry",
        html`inputmode="numeric" autocomplete="cc-exp" maxlength="9" placeholder="MM / YY"`,
      )}
      ${field("cvc", "CVC", html`inputmode="numeric" autocomplete="cc-csc" maxlength="4" placeholder="CVC"`)}
    </div>
    ${field("name", "Name on card", html`autocomplete="cc-name" maxlength="100" value="${name}"`)}
  </div>`;
}

export function testCards(): Html {
  return html`<details class="test-cards">
    <summary>Test card numbers</summary>
    <p>Any expiry date to come and any CVC will do.</p>
    <table>
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">What happens</th>
        </tr>
      </thead>
      <tbody>
        ${TEST_CARDS.map(
          ({ number, label }) =>
            html`<tr>
              <td class="digits">${grouped(number)}</td>
              <td>${label}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}

function grouped(number: string): string {
  return (number.match(/.{1,4}/g) ?? []).join(" ");
}

/** The checksum of card numbers (Luhn). */
function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = Array.from(number)
    .reverse()
    .reduce((total, character, index) => {
      const digit = Number(character);
      const doubled = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
      return total + (index % 2 === 1 ? doubled : digit);
    }, 0);
  return sum % 10 === 0;
}

interface ExpiryDate {
  expMonth: number;
  expYear: number;
}

function readExpiry(text: string): ExpiryDate | null {
  const [, month, year] = /^(\d{1,2})\s*\/?\s*(\d{2}|\d{4})$/.exec(text) ?? [];
  const expMonth = Number(month);
  if (year === undefined || expMonth < 1 || expMonth > 12) return null;
  return { expMonth, expYear: year.length === 2 ? 2000 + Number(year) : Number(year) };
}

/** A card is valid until the last day of its month. */
function hasExpired({ expMonth, expYear }: ExpiryDate, nowMs: number): boolean {
  return Date.UTC(expYear, expMonth) <= nowMs;
}
