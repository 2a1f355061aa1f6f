import { type OpeningHours, WEEKDAYS } from "../../shared/openingHours";
import { addressText, businessIn } from "./businessData";
import { hoursOfSpecifications, hoursOfTexts } from "./markedHours";
import type { PageData } from "./pageData";
import { listOf, textOf } from "./untyped";

/** What a page says about its business. Everything is text from the page, trimmed and bounded; nothing is checked. */
export interface Facts {
  name: string | null;
  description: string | null;
  language: string | null;
  telephone: string | null;
  email: string | null;
  address: string | null;
  priceRange: string | null;
  /** Other pages of the business, such as those in social networks. */
  sameAs: string[];
  /** Such as #aa3300. */
  themeColor: string | null;
  openingHours: OpeningHours | null;
}

const MAX_LENGTH = {
  ...{ name: 200, description: 1000, telephone: 40, email: 254, priceRange: 40, sameAs: 300 },
};
const MAX_SAME_AS = 10;
const LANGUAGE = /^[a-z]{2,3}(-[a-z\d]{2,8}){0,3}$/i;
const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;

/** From JSON-LD first, then microdata, then links and meta elements. */
export function readFacts(data: PageData): Facts {
  const business = businessIn(data.jsonLd);
  const meta = (name: string) => data.meta.get(name) ?? "";
  const marked = (name: string) => data.marked.get(name)?.[0] ?? "";
  const email = first(
    textOf(business.email, 300).replace(/^mailto:/i, ""),
    marked("email"),
    data.email,
  );
  return {
    name: bounded(
      "name",
      textOf(business.name, 200),
      meta("og:site_name"),
      meta("application-name"),
    ),
    description: bounded(
      "description",
      textOf(business.description, 1000),
      meta("description"),
      meta("og:description"),
    ),
    language: languageOf(data.language, meta("og:locale")),
    telephone: bounded(
      "telephone",
      textOf(business.telephone, 40),
      marked("telephone"),
      data.telephone,
    ),
    email: EMAIL.test(email) ? bounded("email", email) : null,
    address: first(addressText(business.address), markedAddress(data)) || null,
    priceRange: bounded("priceRange", textOf(business.priceRange, 40), marked("pricerange")),
    sameAs: listOf(business.sameAs, MAX_SAME_AS)
      .map((one) => textOf(one, MAX_LENGTH.sameAs))
      .filter((one) => /^https?:\/\//.test(one)),
    themeColor: /^#([\da-f]{3}|[\da-f]{6})$/i.exec(meta("theme-color"))?.[0].toLowerCase() ?? null,
    openingHours:
      hoursOfSpecifications(business.openingHoursSpecification) ??
      hoursOfTexts(business.openingHours) ??
      hoursOfTexts(data.marked.get("openinghours")),
  };
}

/** Lines for an assistant's knowledge, such as `Telephone: 030 1234567`. */
export function factsAsText(facts: Facts): string {
  const { name, description, telephone, email, address, priceRange, openingHours } = facts;
  const hours = openingHours === null ? null : hoursAsText(openingHours);
  const lines: Record<string, string | null> = {
    ...{ Name: name, Description: description, Address: address, Telephone: telephone },
    ...{ Email: email, Prices: priceRange, "Opening hours": hours },
  };
  return Object.entries(lines)
    .flatMap(([label, value]) => (value === null ? [] : `${label}: ${value}`))
    .join("\n");
}

function hoursAsText(hours: OpeningHours): string {
  return WEEKDAYS.map((day, index) => {
    const spans = (hours[index] ?? []).map(
      ({ fromMinute, toMinute }) => `${clockTime(fromMinute)}–${clockTime(toMinute)}`,
    );
    return `${day} ${spans.length === 0 ? "closed" : spans.join(" and ")}`;
  }).join(", ");
}

function clockTime(minute: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

function markedAddress({ marked }: PageData): string {
  const part = (name: string) => marked.get(name)?.[0];
  return addressText({
    ...{ streetAddress: part("streetaddress"), postalCode: part("postalcode") },
    ...{ addressLocality: part("addresslocality"), addressCountry: part("addresscountry") },
  });
}

function languageOf(...texts: string[]): string | null {
  const found = texts
    .map((text) => text.trim().replace(/_/g, "-"))
    .find((text) => LANGUAGE.test(text));
  return found ?? null;
}

function bounded(name: keyof typeof MAX_LENGTH, ...texts: string[]): string | null {
  return (
    first(...texts)
      .slice(0, MAX_LENGTH[name])
      .trim() || null
  );
}

function first(...texts: string[]): string {
  return texts.find((text) => text !== "") ?? "";
}
