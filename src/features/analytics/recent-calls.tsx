import { Suspense, type ReactNode } from "react";
import { lazyPart } from "../../components/lazy-part";
import { Card } from "../../components/card";
import { Spinner } from "../../components/spinner";
import { CallFilters } from "./call-filters";
import { isFiltering, type CallFilter } from "./call-filter";
import { FilteredCalls, FoundCalls, NewestCalls } from "./call-lists";
import type { ShownCall } from "../../lib/shown-calls";
import { ExportButton } from "./export-button";
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
        <p className="py-10 text-center text-muted">
          No calls found. Calls will appear here once users interact with your voice assistants.
        </p>
      </RecentCallsCard>
    );
  }
  const noneFits = (
    <p className="py-10 text-center text-muted">No calls match what you are looking for.</p>
  );
  // A list of its own for each choice, so that each begins at its top.
  const key = JSON.stringify(filter);
  return (
    <RecentCallsCard aside={asked !== null && <ExportButton asked={asked} words={filter.words} />}>
      <CallFilters filtering={filtering} />
      {asked === null ? (
        <Spinner label="Loading your calls" />
      ) : isWhole ? (
        <NewestCalls newest={newest} details={details} />
      ) : filter.words === "" ? (
        <FilteredCalls key={key} asked={asked} details={details} empty={noneFits} />
      ) : (
        <FoundCalls
          key={key}
          words={filter.words}
          asked={asked}
          details={details}
          empty={noneFits}
        />
      )}
      {isOfAssistantOnly(filter) && (
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

/** What is narrowed down otherwise is not what would be deleted. */
function isOfAssistantOnly(filter: CallFilter): boolean {
  return !isFiltering({ ...filter, assistantId: null });
}

function RecentCallsCard(props: { aside?: ReactNode; children: ReactNode }) {
  return (
    <Card
      title="Recent Calls"
      subtitle="A list of recent voice calls and their details"
      {...props}
    />
  );
}
