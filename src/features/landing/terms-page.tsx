import { SITE_PAGES } from "../../lib/site-pages";
import { LegalPage } from "./legal-page";

const SECTIONS = [
  {
    title: "Your account",
    text: "Keep your password to yourself. You are responsible for what is done with your account; tell support at once if you think that someone else uses it.",
  },
  {
    title: "Your assistants",
    text: "What you write stays yours. An assistant must not deceive people about being a machine, break the law, or say what you have no right to say.",
  },
  {
    title: "What it costs",
    text: "Creating and testing are free within the free minutes. A plan is paid by the month and renews until you cancel it, which takes effect at the end of the period that is paid for. Minutes beyond those included are charged at the rate shown with your plan; none are during a trial. There is one free trial for each person and each card: with a card that had one, the plan begins at once and is charged at once.",
  },
  {
    title: "Your visitors",
    text: "Where the law asks for it, tell your visitors that they talk to a machine and that the conversation may be recorded, and ask for their consent.",
  },
  {
    title: "No warranty",
    text: "The service is provided as it is. An assistant can misunderstand and can be wrong: do not use it where a wrong answer could harm someone.",
  },
];

export function TermsPage() {
  return <LegalPage {...SITE_PAGES.terms} sections={SECTIONS} />;
}
