import { SITE_PAGES } from "../../lib/site-pages";
import { LegalPage } from "./legal-page";

const SECTIONS = [
  {
    title: "What is stored about you",
    text: "Your email address, a hash of your password (never the password itself), your assistants with their prompts, goals, looks and knowledge files, and how many minutes were talked. So that nobody can lock you out by guessing passwords, the last twenty networks and browsers you signed in from are remembered, as hashes. Card details stay with the payment service; what is kept here is the brand and the last four digits. A free trial leaves a hash of your address and of the number by which the payment service knows your card: everybody has one trial.",
  },
  {
    title: "What is stored of a call",
    text: "When it began and ended, what it cost, a transcript, a summary and a recording. It is kept for the owner of the assistant who was called, until that owner deletes the account.",
  },
  {
    title: "Who else takes part",
    text: "A voice service carries the call: it hears both sides and is given the assistant's prompt, goal and file. A payment service handles subscriptions. Nobody else is told anything, and nothing is sold.",
  },
  {
    title: "What is stored in your browser",
    text: "A token that keeps you signed in, which is removed when you sign out; a random number by which this browser is known when you sign in again; the theme you chose; and whether you have seen the plans. There are no advertising or tracking cookies.",
  },
  {
    title: "Who can see it",
    text: "Only you, when you are signed in, and the people who run this installation. Visitors of your website see the button and hear the assistant, never its prompt.",
  },
  {
    title: "Your choices",
    text: "You can delete an assistant at any time, and your account from the account menu. Everything that belongs to it goes with it, but for the hashes that say that there was a free trial: neither your address nor your card can be read from them. If a bill is unpaid then, the payment service keeps it with your email address until it is settled. Visitors who want a recording removed write to the owner of the website, or to the support address below.",
  },
];

export function PrivacyPage() {
  return <LegalPage {...SITE_PAGES.privacy} sections={SECTIONS} />;
}
