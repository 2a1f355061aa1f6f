/** What the landing page says. The specification fixes the section titles, the prices and the trial. */
import { PRODUCT_NAME } from "../../../convex/shared/productName";
import { VOICES } from "../../../convex/shared/voices";
import type { Phase } from "../../lib/widget-protocol";

export const HEADER = {
  sectionsLabel: "Sections",
  features: "Features",
  howItWorks: "How It Works",
  pricing: "Pricing",
  dashboard: "Dashboard",
} as const;

export const HERO = {
  title: "Let your website pick up the phone",
  text: "Visitors press one button and talk. Your assistant listens, answers from what you told it, and works towards the goal you set, day and night.",
  start: "Start free trial",
  seeHow: "See how it works",
  trial: (days: number) => `${days}-day trial. No credit card needed.`,
  withoutCard: (minutes: number) => `Without a card, the trial includes ${minutes} minutes.`,
} as const;

export const HERO_PICTURE = {
  address: "rye-and-salt.example",
  business: "Rye & Salt Bakery",
  hours: "Open until 6 pm",
  visitor: "Are you open on Saturday? I would love a lemon tart.",
  assistant: "We open at eight, and two tarts are left. Shall I keep one for you?",
  visitorAgain: "Yes, please. I will come by at ten.",
  inCall: "Your assistant is on the call",
  time: "0:24",
} as const;

export const LANDING_ASSISTANT: Record<Phase, string> = {
  idle: `Talk to ${PRODUCT_NAME}: ask what it costs`,
  connecting: "Connecting...",
  active: "End the call",
};

export const AT_WORK = {
  title: "Hear it at work",
  intro: "Listen to a call at a made-up bakery, and see what its owner gets from it.",
  inbox: "After each call, the inbox tells you what the visitor wants and how to reach them.",
  inboxAlt: "An inbox entry about a cake order, with the visitor's name and phone number",
  analytics: "Analytics shows how many people call, and when.",
  analyticsAlt: "A chart of the calls on each day",
} as const;

export const EXAMPLE_CALL = {
  invitation: "A customer orders a cake. Listen, and read along.",
  listen: "Listen to a call",
  loadFailed: "The recording could not be loaded. Please try again.",
  play: "Play",
  pause: "Pause",
  progress: "Playback position",
  length: (seconds: number) => `${seconds} s`,
  playFailed: "Your browser cannot play this recording. You can read it below.",
  transcript: "Read the whole call",
} as const;

export const TRY = {
  title: "Try it on your own website",
  intro: `${PRODUCT_NAME} reads a few of its pages, and answers what a visitor would ask. No account needed.`,
} as const;

export const FEATURES = {
  title: "Features",
  intro: "What a good receptionist does, on every page of your website.",
  spoken: {
    title: "Spoken, or typed",
    text: "A real conversation in the browser: no app, no phone number, no waiting. Visitors who cannot speak can type.",
  },
  voices: {
    title: `${inWords(VOICES.length)} voices`,
    text: "Hear each one before you choose. Change your mind whenever you like.",
  },
  knowledge: {
    title: "Answers in your own words",
    text: "Write a prompt and a goal, and add a file with what your team knows by heart.",
  },
  look: {
    title: "Looks like your site",
    text: "Pick the colour, icon and size of the button that visitors press.",
  },
  snippet: {
    title: "One snippet",
    text: "Copy, paste, done. It works on every website that takes a line of HTML.",
  },
  calls: {
    title: "Every call on record",
    text: "Read the transcript, hear the recording and see what each minute costs.",
  },
} as const;

export const HOW_IT_WORKS = {
  title: "How It Works",
  intro: "From an empty page to a talking website in an afternoon, without code.",
  steps: [
    {
      title: "Describe it",
      text: "Name your assistant, tell it who it is and what a good conversation achieves.",
    },
    { title: "Talk to it", text: "Test it for free until it says what you would say." },
    {
      title: "Publish it",
      text: "Paste the snippet into your website. The button is live right away.",
    },
  ],
} as const;

export const PRICING = {
  title: "Pricing",
  intro: (days: number, minutes: number) => `${HERO.trial(days)} ${HERO.withoutCard(minutes)}`,
  perMonth: "per month",
  popular: "Most popular",
  startTrial: (days: number) => `Start ${days}-day trial`,
  contactSales: "Contact sales",
  mailSubject: `${PRODUCT_NAME} Enterprise plan`,
  mailBody: "Our website:\r\nMinutes per month:\r\n",
} as const;

export const QUESTIONS_SECTION = {
  title: "Questions and answers",
  intro: "The short version.",
} as const;

export const CALL_TO_ACTION = {
  title: "Hear your own assistant in five minutes",
  create: "Create your assistant",
} as const;

/** Small numbers read better in words. */
function inWords(count: number): string {
  const words = ["Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"];
  return words[count - 6] ?? String(count);
}
