import { SITE_PAGES } from "../../lib/site-pages";
import { LegalPage } from "./legal-page";

const SECTIONS = [
  {
    title: "What is stored about you",
    text: "Your email address, a hash of your password (never the password itself), your assistants with their prompts, goals, looks and knowledge files, and how many minutes were talked. So that nobody can lock you out by guessing passwords, the last twenty networks and browsers you signed in from are remembered, as hashes. For each place where you are signed in, the kind of browser, its time zone and when it was last used are kept until a month after that. If you sign in with Google or GitHub, the number by which they know you is kept; of what they say of you, your address alone. Who asks for a new password leaves the address in a list for an hour. Which mail you want is kept with your address; which mails were sent to you, and what became of them, is remembered for forty days, without their codes and links. Card details stay with the payment service; what is kept here is the brand and the last four digits. A free trial leaves a hash of your address and of the number by which the payment service knows your card: everybody has one trial.",
  },
  {
    title: "What is stored of a call",
    text: "When it began and ended, what it cost, a transcript, a summary, what the owner of the assistant wanted to know of it, which questions had no answer, how the visitor seemed to feel and, unless the owner of the assistant has turned that off, a recording. Of a visitor's internet address a hash is kept: with the call while it lasts, and for about a day to limit how many calls come from one network; the address itself is not stored. The owner decides for how long: 7 days, 30 days, 90 days, a year or for ever, and can delete a call, or all of them, at any time. Owners can have a notice shown before a visitor's first call: then there is no call without agreeing to it, and its text and when it was agreed to are kept with each call, and go with it. What is deleted here is deleted at the voice service too; that it was, and when, is kept as a proof until the owner deletes the account. The assistant on our own first page is ours: its calls are not recorded, their transcripts are deleted after 7 days, and you are told before the first one.",
  },
  {
    title: "Who else takes part",
    text: "A voice service carries the call: it hears both sides and is given the assistant's prompt, goal and file. Where an owner has turned that on, it is also given the title and the address of the page that the visitor is on. A payment service handles subscriptions. A mail service carries the mails that are sent to you. Google or GitHub learn that you sign in here if you do it with them. Where the people who run this installation have turned on a check against programs, a visitor's browser loads a script of Cloudflare's when the button is pressed: Cloudflare sees its internet address and judges whether a person uses it, and hears nothing of the call. Nobody else is told anything, and nothing is sold.",
  },
  {
    title: "What is stored in your browser",
    text: "A token that keeps you signed in, which is removed when you sign out; a random number by which this browser is known when you sign in again; the theme you chose; and whether you have seen the plans. In a visitor's browser, which notice of an assistant was agreed to and when. There are no advertising or tracking cookies.",
  },
  {
    title: "Who can see it",
    text: "Only you, when you are signed in, and the people who run this installation. A link to a recording works for an hour at most, and ends when you sign out. Visitors of your website see the button, and hear and read what the assistant says. The voice service is told to send their browsers captions and nothing else: not the prompt, the goal or the file. What the assistant says of these when it is asked is up to it.",
  },
  {
    title: "Your choices",
    text: "You can download everything that is kept of you, change your password and sign out anywhere on the account page. You can delete calls and assistants at any time, and your account from the account menu. Everything that belongs to it goes with it, but for the hashes that say that there was a free trial and how many free minutes were used, or that mail to your address came back or was marked as spam: neither your address nor your card can be read from them. If a bill is unpaid then, the payment service keeps it with your email address until it is settled. Visitors who want a recording removed write to the owner of the website, or to the support address below.",
  },
];

export function PrivacyPage() {
  return <LegalPage {...SITE_PAGES.privacy} sections={SECTIONS} />;
}
