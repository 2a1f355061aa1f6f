import { Card } from "../../components/card";
import { Contained } from "../../components/contained";
import { Spinner } from "../../components/spinner";
import { usePageTitle } from "../../lib/use-page-title";
import { AnalyticsHeading } from "./analytics-heading";
import { AssistantField } from "./assistant-field";
import { FilteredCalls } from "./call-lists";
import { PAGE, TYPED } from "./texts";
import { useCallDetails } from "./use-call-details";
import { useCallFilter } from "./use-call-filter";

/** Typed conversations, in the table of the calls. */
export function TypedPage() {
  usePageTitle(TYPED.title);
  return (
    <div className="grid gap-6">
      <AnalyticsHeading />
      <Contained what={TYPED.part}>
        <TypedConversations />
      </Contained>
    </div>
  );
}

/** Only the assistant narrows them down. The other filters are kept for the other tabs. */
function TypedConversations() {
  const filtering = useCallFilter();
  const details = useCallDetails(() => undefined);
  const { asked } = filtering;
  return (
    <Card title={TYPED.title} subtitle={TYPED.subtitle}>
      <form
        aria-label={TYPED.filter}
        className="grid gap-4 pb-4 sm:grid-cols-2 lg:grid-cols-4"
        onSubmit={(event) => event.preventDefault()}
      >
        <AssistantField {...filtering} />
      </form>
      {asked === null ? (
        <Spinner label={PAGE.loading} />
      ) : (
        <FilteredCalls
          key={asked.assistantId}
          asked={{ ...EVERY, assistantId: asked.assistantId }}
          details={details}
          empty={
            <p className="mx-auto max-w-prose py-10 text-center text-muted">
              {asked.assistantId === null ? TYPED.empty : TYPED.noMatch}
            </p>
          }
        />
      )}
    </Card>
  );
}

const EVERY = { channel: "text", status: null, fromMs: null, toMs: null } as const;
