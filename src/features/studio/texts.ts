/** What the Widget Testing Studio says. The specification fixes its headings and buttons. */
import type { Phase } from "../../lib/widget-protocol";

export const STUDIO = {
  title: "Widget Testing Studio",
  intro: "Talk to your assistant the way a visitor to a website would.",
  loading: "Loading the studio",
  /** As in "Could not show the studio." */
  part: "the studio",
  empty: "You have no assistants yet. Create one on your dashboard, then come back to talk to it.",
  assistant: "Assistant",
  choose: "Choose an assistant",
  back: "Back to Dashboard",
} as const;

export const TESTING = {
  title: "Testing Active",
  inCall: "In call",
  change: "Change Bot",
  exit: "Exit Studio",
  closed: (timeZone: string) =>
    `Outside your opening hours (${timeZone}), so visitors cannot call now. You can still test.`,
} as const;

export const HINTS: Record<Phase, string> = {
  idle: "Press the button in the corner and start talking.",
  connecting: "Connecting...",
  active: "Your assistant is listening.",
};

export const TIME = {
  label: "Test time remaining",
  left: (left: string, total: string) => `${left} of ${total} minutes`,
  usedUp: "Your test minutes are used up. Subscribe to keep talking.",
  low: (left: string) => `Low on time: ${left} test minutes left. Subscribe to keep talking.`,
  viewPlans: "View plans",
} as const;

export const PLAN_MINUTES = {
  note: "Your test calls use these minutes, not the test time.",
  seeWhatToDo: "See what to do",
  unlimited: "Your plan has unlimited minutes.",
  left: (left: string, included: string, isTrial: boolean) =>
    `${left} of ${included} ${isTrial ? "trial" : "plan"} minutes left`,
  spendingLimit: (left: string) => `${left}, and you have reached your spending limit.`,
  overage: (left: string, price: string) => `${left}. Each extra minute costs ${price}.`,
} as const;

/** The made-up website behind the card. */
export const SAMPLE_WEBSITE = {
  business: "Harbour Bakery",
  menu: ["Breads", "Cakes", "Visit"],
  phone: "(503) 555-0142",
  hero: {
    place: "On Quay Street since 1987",
    title: "Bread worth getting up for",
    text: "A small bakery by the water. We bake everything ourselves, before you are awake.",
    order: "Order for pick-up",
  },
  offers: {
    title: "Fresh today",
    items: [
      {
        drawing: "bread",
        name: "Harbour sourdough",
        text: "Rye and wheat, 24 hours of rest.",
        price: "$7.50",
      },
      {
        drawing: "knots",
        name: "Cinnamon knots",
        text: "Butter dough, baked every hour.",
        price: "$3.80",
      },
      {
        drawing: "cake",
        name: "Birthday cake",
        text: "For ten people, two days ahead.",
        price: "$42.00",
      },
    ],
  },
  visit: {
    hoursTitle: "Opening hours",
    hours: [
      ["Tuesday to Friday", "7:00 am to 6:00 pm"],
      ["Saturday", "7:00 am to 2:00 pm"],
      ["Sunday", "8:00 am to noon"],
      ["Monday", "Closed"],
    ],
    placeTitle: "Find us",
    place: "12 Quay Street\nNewport Harbour",
    directions: "Opposite the ferry. There is parking behind the shop.",
  },
  footer: "Harbour Bakery is a made-up business that shows your assistant on a website.",
} as const;
