import { useQuery } from "convex/react";
import { Suspense } from "react";
import { Link, useParams } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { buttonClass } from "../../../components/button-class";
import { Contained } from "../../../components/contained";
import { lazyPart } from "../../../components/lazy-part";
import { Spinner } from "../../../components/spinner";
import {
  assistantPathFor,
  assistantSectionAt,
  ROUTES,
  type AssistantSection,
} from "../../../lib/routes";
import { usePageTitle } from "../../../lib/use-page-title";
import { useReview, type Review } from "../review/use-review";
import { AssistantHeader } from "./assistant-header";
import { SectionContent } from "./section-content";
import { SectionNavigation } from "./section-navigation";
import { PAGE } from "./texts";
import { TryIt } from "./try-it";
import { useSectionDraft } from "./use-section-draft";

/** Loaded only while changes wait. */
const DraftBar = lazyPart(() => import("../review/draft-bar"), "DraftBar");

export function AssistantPage() {
  const { assistantId = "", section: part } = useParams();
  const assistants = useQuery(api.assistants.listAssistants);
  const assistant = assistants?.find(({ _id }) => _id === assistantId);
  const section = assistantSectionAt(part);
  usePageTitle(assistant?.name ?? PAGE.missingTitle);

  if (assistants === undefined) return <Spinner label={PAGE.loading} />;
  if (assistant === undefined) {
    return (
      <Missing
        title={PAGE.missingTitle}
        text={PAGE.missing}
        to={ROUTES.dashboard}
        link={PAGE.back}
      />
    );
  }
  if (section === null) {
    const overview = assistantPathFor(assistant._id);
    return (
      <Missing
        title={PAGE.missingSectionTitle}
        text={PAGE.missingSection}
        to={overview}
        link={PAGE.toOverview}
      />
    );
  }
  return <LoadedPage key={assistant._id} assistant={assistant} section={section} />;
}

type LoadedPageProps = { assistant: Doc<"assistants">; section: AssistantSection };

function LoadedPage({ assistant, section }: LoadedPageProps) {
  const review = useReview(assistant);
  if (review === undefined) return <Spinner label={PAGE.loading} />;
  return <EditedPage assistant={assistant} section={section} review={review} />;
}

function EditedPage({ assistant, section, review }: LoadedPageProps & { review: Review }) {
  const draft = useSectionDraft(review.edited, section);
  return (
    <div className="grid gap-6">
      <AssistantHeader assistant={assistant} />
      {review.draft !== null && (
        <Contained what={PAGE.parts.changes}>
          <Suspense
            fallback={<div className="min-h-18 rounded-card bg-warn-soft max-sm:min-h-36" />}
          >
            <DraftBar assistant={assistant} draft={review.draft} hasUnsaved={draft.hasChanges} />
          </Suspense>
        </Contained>
      )}
      <div className="relative grid items-start gap-6 lg:grid-cols-[11.25rem_minmax(0,1fr)_18rem]">
        <SectionNavigation assistantId={assistant._id} current={section} />
        <div className="min-w-0">
          <Contained key={section} what={PAGE.parts.section}>
            <Suspense fallback={<Spinner label={PAGE.loadingSection} />}>
              <SectionContent assistant={assistant} section={section} draft={draft} />
            </Suspense>
          </Contained>
        </div>
        <Contained what={PAGE.parts.tryIt}>
          <TryIt assistant={assistant} draft={draft} />
        </Contained>
      </div>
    </div>
  );
}

type MissingProps = { title: string; text: string; to: string; link: string };

function Missing({ title, text, to, link }: MissingProps) {
  return (
    <div className="grid justify-items-start gap-4">
      <h1 className="text-title font-semibold">{title}</h1>
      <p className="text-muted">{text}</p>
      <Link to={to} className={buttonClass("secondary")}>
        {link}
      </Link>
    </div>
  );
}
