/** What is public about an event type at Cal.com, from the owner's link. */
import { userError } from "../lib/userError";
import { ACTION_REFUSALS } from "../shared/actionMessages";
import { MAX_BOOKING_FIELDS } from "../shared/actions";
import { isTimeZone } from "../shared/openingHours";
import { beginningOf } from "../shared/wellFormed";
import { oneLine } from "./oneLine";
import type { Calendar } from "./table";

/** Organisations have a subdomain. */
const HOST = /^(?:([a-z\d-]+)\.)?cal\.com$/;
/** A person's event type, or a team's. */
const PATH = /^(?:\/[\w.-]{1,100}){2,3}$/;
const NOT_ORGANISATIONS = ["api", "app", "docs", "help", "blog"];
const MAX_LINK_LENGTH = 300;
const MAX_TITLE_LENGTH = 100;
const MAX_LABEL_LENGTH = 100;
const FIELD_NAME = /^[\w-]{1,40}$/;
const CONFIRMED = "Bookings are confirmed instantly.";

/** The owner's link without its parameters, or a refusal. */
export function checkedLink(given: string): URL {
  const text = given.trim();
  const withScheme = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (text.length > MAX_LINK_LENGTH || !URL.canParse(withScheme)) throw notALink();
  const { hostname, pathname, port, username } = new URL(withScheme);
  const path = pathname.replace(/\/+$/, "");
  const host = HOST.exec(hostname);
  const isOfEvent = host !== null && !NOT_ORGANISATIONS.includes(host[1] ?? "") && PATH.test(path);
  if (!isOfEvent || port !== "" || username !== "") throw notALink();
  return new URL(`https://${hostname}${path}`);
}

function notALink(): Error {
  return userError("invalid_input", ACTION_REFUSALS.notACalendar);
}

/** Null if the page does not describe an event type. A team's page may have no time zone. */
export function calendarOn(page: string, link: URL, ownTimeZone: string): Calendar | null {
  const line = (pattern: RegExp) => pattern.exec(page)?.[1]?.trim() ?? null;
  const title = line(/^# (.+)$/m);
  const eventTypeId = Number(line(/^- Event type id: (\d{1,15})$/m));
  const lengths = (line(/^- Duration: ([\d, ]+) min$/m) ?? "").split(",").map(Number);
  const [minutes = 0] = lengths;
  if (title === null || eventTypeId === 0 || !(minutes > 0)) return null;
  const timeZone = line(/^- Host time zone: (\S+)$/m);
  return {
    url: link.href,
    eventTypeId,
    title: beginningOf(oneLine(title), MAX_TITLE_LENGTH),
    minutes,
    hasLengths: lengths.length > 1,
    timeZone: timeZone !== null && isTimeZone(timeZone) ? timeZone : ownTimeZone,
    isConfirmedAtOnce: line(/^- Confirmation: (.+)$/m) === CONFIRMED,
    fields: requiredFields(line(/^- Required fields: (.+)$/m) ?? ""),
  };
}

/** Besides the name and the email address, which every booking has. */
function requiredFields(list: string): Calendar["fields"] {
  const fields = [...list.matchAll(/`([^`]+)` \(([^)]*)\)/g)]
    .map(([, name = "", label = ""]) => ({ name, label }))
    .filter(({ name }) => name !== "name" && name !== "email");
  if (fields.length > MAX_BOOKING_FIELDS || fields.some(({ name }) => !FIELD_NAME.test(name))) {
    throw userError("invalid_input", ACTION_REFUSALS.calendarFields);
  }
  return fields.map(({ name, label }) => ({
    name,
    label: beginningOf(oneLine(label), MAX_LABEL_LENGTH),
  }));
}
