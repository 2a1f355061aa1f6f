import { Suspense, type ReactNode } from "react";
import { lazyPart } from "../../components/lazy-part";
import { Card } from "../../components/card";
import { Spinner } from "../../components/spinner";
import { CallFilters } from "./call-filters";
import { isFiltering, type CallFilter } from "./call-filter";
import { FilteredCalls, FoundCalls, NewestCalls } from "./call-lists";
import type { ShownCall } from "../../lib/shown-calls";
import { ExportButton } from "./export-button";
import { PAGE, RECENT_CALLS } from "./texts";
import { useCallDetails } from "./use-call-details";
import type { Filtering } from "./use-call-filter";

const DeleteCalls = lazyPart(() => import("./delete-call"), "DeleteCalls");

type RecentCallsProps = { newest: ShownCall[]; filtering: Filtering; onDeleted: () => void };

export function RecentCalls({ newest, filtering, onDeleted }: RecentCallsProps) {
  const details = useCallDetails(onDeleted);
  const { filter, asked, assistants } = filtering;
  const isWhole = !isFiltering(filter);

  if (newest.length === 0) {
    return (
      <RecentCallsCard>
        <p className="py-10 text-center text-muted">{RECENT_CALLS.empty}</p>
      </RecentCallsCard>
    );
  }
  const noMatch = <p className="py-10 text-center text-muted">{RECENT_CALLS.noMatch}</p>;
  // A new list for each filter, so that each starts at its top.
  const key = JSON.stringify(filter);
  return (
    <RecentCallsCard aside={asked !== null && <ExportButton asked={asked} words={filter.words} />}>
      <CallFilters filtering={filtering} />
      {asked === null ? (
        <Spinner label={PAGE.loading} />
      ) : isWhole ? (
        <NewestCalls newest={newest} details={details} />
      ) : filter.words === "" ? (
        <FilteredCalls key={key} asked={asked} details={details} empty={noMatch} />
      ) : (
        <FoundCalls
          key={key}
          words={filter.words}
          asked={asked}
          details={details}
          empty={noMatch}
        />
      )}
      {filtersByAssistantOnly(filter) && (
        <Suspense>
          <DeleteCalls
            assistant={assistants.find(({ _id }) => _id === filter.assistantId) ?? null}
            onDeleted={onDeleted}
          />
        </Suspense>
      )}
    </RecentCallsCard>
  );
}

/** Only an assistant can narrow down a deletion, so any other filter hides the button. */
function filtersByAssistantOnly(filter: CallFilter): boolean {
  return !isFiltering({ ...filter, assistantId: null });
}

function RecentCallsCard(props: { aside?: ReactNode; children: ReactNode }) {
  return <Card title={RECENT_CALLS.title} subtitle={RECENT_CALLS.subtitle} {...props} />;
}
