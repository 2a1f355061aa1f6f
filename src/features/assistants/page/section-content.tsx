import type { Doc } from "../../../../convex/_generated/dataModel";
import { waitsForReview } from "../../../../convex/shared/drafts";
import { lazyPart } from "../../../components/lazy-part";
import type { AssistantSection } from "../../../lib/routes";
import { OverviewSection } from "./overview-section";
import { LIVE_AT_ONCE, SECTION_TITLES } from "./texts";
import type { SectionDraft } from "./use-section-draft";

export type SectionProps = { title: string; assistant: Doc<"assistants">; draft: SectionDraft };

/** The page is shown before its forms are loaded. */
const load = () => import("./setting-sections");
const SettingsSection = lazyPart(load, "SettingsSection");
const ConversationSection = lazyPart(load, "ConversationSection");
const KnowledgeSection = lazyPart(load, "KnowledgeSection");
const NotesSection = lazyPart(() => import("../knowledge/notes-section"), "NotesSection");
const ActionsSection = lazyPart(() => import("../actions/actions-section"), "ActionsSection");
const SitesSection = lazyPart(() => import("./sites-section"), "SitesSection");
const AfterConversationSection = lazyPart(load, "AfterConversationSection");
const PrivacySection = lazyPart(load, "PrivacySection");
const RehearsalsSection = lazyPart(
  () => import("../rehearsals/rehearsals-section"),
  "RehearsalsSection",
);
const VersionsSection = lazyPart(() => import("../versions/versions-section"), "VersionsSection");

type SectionContentProps = {
  assistant: Doc<"assistants">;
  section: AssistantSection;
  draft: SectionDraft;
};

/** Their changes do not wait for a review. */
const LIVE_AT_ONCE_SECTIONS: AssistantSection[] = ["knowledge", "notes", "actions"];

export function SectionContent(props: SectionContentProps) {
  const { section, assistant } = props;
  if (!waitsForReview(assistant) || !LIVE_AT_ONCE_SECTIONS.includes(section)) {
    return <Section {...props} />;
  }
  return (
    <div className="grid gap-4">
      <p className="text-muted">{LIVE_AT_ONCE}</p>
      <Section {...props} />
    </div>
  );
}

function Section({ section, assistant, draft }: SectionContentProps) {
  const title = SECTION_TITLES[section];
  const props = { title, assistant, draft };
  switch (section) {
    case "overview":
      return <OverviewSection assistant={assistant} />;
    case "settings":
      return <SettingsSection {...props} />;
    case "conversation":
      return <ConversationSection {...props} />;
    case "knowledge":
      return <KnowledgeSection {...props} />;
    case "notes":
      return <NotesSection assistant={assistant} />;
    case "actions":
      return <ActionsSection assistant={assistant} />;
    case "sites":
      return <SitesSection {...props} />;
    case "after-conversation":
      return <AfterConversationSection {...props} />;
    case "privacy":
      return <PrivacySection {...props} />;
    case "rehearsals":
      return <RehearsalsSection assistant={assistant} edited={draft.edited} />;
    case "versions":
      return <VersionsSection title={title} assistant={assistant} />;
    default:
      return section satisfies never;
  }
}
