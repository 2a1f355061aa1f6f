import { PRODUCT_NAME } from "../../../convex/catalog/product";
import { LegalPage } from "./legal-page";

const SECTIONS = [
  {
    title: "What is stored about you",
    text: "Your email address, a hash of your password (never the password itself), and the assistants you create: their names, prompts, goals, voices and looks. They are kept until you delete them.",
  },
  {
    title: "What is stored in your browser",
    text: "A token that keeps you signed in, in this browser's local storage. It is removed when you sign out. There are no advertising or tracking cookies.",
  },
  {
    title: "Who can see it",
    text: "Only you, when you are signed in, and the people who run this installation. Your assistants are not shown to other owners, and nothing is sold.",
  },
  {
    title: "Your choices",
    text: "You can delete an assistant at any time. To have your account and all that belongs to it removed, write to the support address below.",
  },
];

export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy"
      intro={`What ${PRODUCT_NAME} stores, why, and how you get rid of it.`}
      sections={SECTIONS}
    />
  );
}
