/** What the assistant knows about the opening hours, filled in when a conversation begins. */
import type { Conversation } from "../shared/conversation";
import { opensText } from "../shared/openingTexts";
import {
  clockTime,
  isOpenAt,
  nextOpening,
  type OpeningHours,
  wallClock,
  WEEKDAYS,
} from "../shared/openingHours";

type Hours = Pick<Conversation, "openingHours" | "timeZone">;

/** The platform's own `now` is in UTC and knows no opening hours: docs.vapi.ai/assistants/dynamic-variables. */
export function openingHoursSpec({ openingHours }: Pick<Conversation, "openingHours">): string[] {
  if (openingHours === null) return [];
  return [
    "Use this to say when people can be reached, or when somebody can call back. It was true when this conversation began: {{openingHours}}",
  ];
}

/** The value for the prompt of one conversation. Null without opening hours. */
export function openingHoursText({ openingHours, timeZone }: Hours, nowMs: number): string | null {
  if (openingHours === null) return null;
  const { day, weekday, minute } = wallClock(timeZone, nowMs);
  return [
    `It is ${WEEKDAYS[weekday]}, ${day}, ${clockTime(minute)} in the time zone ${timeZone}.`,
    `Opening hours: ${openingWeekText(openingHours)}.`,
    stateText(openingHours, timeZone, nowMs),
  ].join(" ");
}

export function openingWeekText(openingHours: OpeningHours): string {
  return openingHours.map(dayText).join("; ");
}

function dayText(spans: OpeningHours[number], weekday: number): string {
  const times = spans.map(
    ({ fromMinute, toMinute }) => `${clockTime(fromMinute)} to ${clockTime(toMinute)}`,
  );
  return `${WEEKDAYS[weekday]} ${times.join(" and ") || "closed"}`;
}

function stateText(hours: OpeningHours, timeZone: string, nowMs: number): string {
  if (isOpenAt(hours, timeZone, nowMs)) return "We are open now.";
  const next = nextOpening(hours, timeZone, nowMs);
  return next === null ? "We are closed." : `We are closed now. ${opensText("en", next)}`;
}
