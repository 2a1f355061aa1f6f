/** The event types that exist here, under addresses that look like Cal.com's own. */
export interface EventType {
  id: number;
  path: string;
  title: string;
  host: string;
  timeZone: string;
  /** In minutes. The first one is the default. */
  lengths: number[];
  isConfirmedAtOnce: boolean;
  /** Besides the name and the email address. */
  required: { name: string; label: string }[];
}

const BAKERY = { host: "Hark Bakery", timeZone: "Europe/Berlin" };

export const EVENT_TYPES: readonly EventType[] = [
  {
    ...{ id: 4300001, path: "/hark-bakery/tasting", title: "Cake tasting", ...BAKERY },
    ...{ lengths: [30], isConfirmedAtOnce: true, required: [] },
  },
  {
    ...{ id: 4300002, path: "/hark-bakery/wedding-cake", title: "Wedding cake", ...BAKERY },
    ...{ lengths: [60], isConfirmedAtOnce: false },
    required: [{ name: "wedding-day", label: "When is the wedding?" }],
  },
  {
    ...{ id: 4300003, path: "/hark-bakery/baking-class", title: "Baking class", ...BAKERY },
    ...{ lengths: [60, 120], isConfirmedAtOnce: true, required: [] },
  },
];

/** The link that an owner pastes. */
export function linkTo({ path }: EventType): string {
  return `https://cal.com${path}`;
}

/** What Cal.com publishes about an event type for programs. */
export function describe(event: EventType): string {
  const { id, title, host, timeZone, lengths, isConfirmedAtOnce, required } = event;
  const fields = [
    ...[
      { name: "name", label: "Your name" },
      { name: "email", label: "Email address" },
    ],
    ...required,
  ];
  return [
    `# ${title} with ${host}`,
    "",
    `- Host: ${host}`,
    `- Duration: ${lengths.join(", ")} min`,
    "- Location: Cal Video",
    `- Host time zone: ${timeZone}`,
    `- Confirmation: ${isConfirmedAtOnce ? "Bookings are confirmed instantly." : "Bookings need the host’s confirmation."}`,
    `- Booking page: ${linkTo(event)}`,
    `- Event type id: ${id}`,
    "",
    "## Book",
    "",
    `- Required fields: ${fields.map(({ name, label }) => `\`${name}\` (${label})`).join(", ")}`,
    "",
  ].join("\n");
}
