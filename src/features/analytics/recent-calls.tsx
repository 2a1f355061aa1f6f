import type { ReactNode } from "react";
import { Card } from "../../components/card";
import { Spinner } from "../../components/spinner";
import { CallFilters } from "./call-filters";
import { isFiltering } from "./call-filter";
import { FilteredCalls, FoundCalls, NewestCalls } from "./call-lists";
import type { ShownCall } from "./call-types";
import { ExportButton } from "./export-button";
import { useCallDetails } from "./use-call-details";
import type { Filtering } from "./use-call-filter";

type RecentCallsProps = { newest: ShownCall[]; filtering: Filtering };

export function RecentCalls({ newest, filtering }: RecentCallsProps) {
  const details = useCallDetails();
  const { filter, asked } = filtering;
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
    </RecentCallsCard>
  );
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
