import { useConvex } from "convex/react";
import { Download } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/button";
import { reasonOf } from "../../lib/error-reason";
import { toast } from "../../lib/toast";
import { useOneAtATime } from "../../lib/use-one-at-a-time";
import type { ShownOutcome } from "./shown-outcome";
import { DOWNLOAD } from "./texts";
import type { Inbox } from "./use-inbox";

const PAGE_SIZE = 100;

/** Downloads all entries that match the filter, loaded or not. */
export function DownloadButton({ filter }: Pick<Inbox, "filter">) {
  const client = useConvex();
  const { isBusy, run } = useOneAtATime();

  async function fetchAll(): Promise<ShownOutcome[]> {
    if (filter.words !== "") return await client.query(api.outcomes.searchOutcomes, filter);
    const { words: _, ...choices } = filter;
    const outcomes: ShownOutcome[] = [];
    let cursor: string | null = null;
    for (;;) {
      const page: { page: ShownOutcome[]; isDone: boolean; continueCursor: string } =
        await client.query(api.outcomes.pageOutcomes, {
          ...choices,
          paginationOpts: { numItems: PAGE_SIZE, cursor },
        });
      outcomes.push(...page.page);
      if (page.isDone) return outcomes;
      cursor = page.continueCursor;
    }
  }

  async function save() {
    try {
      const [{ outcomesCsv }, { saveFile }] = await Promise.all([
        import("./outcomes-csv"),
        import("../../lib/save-file"),
      ]);
      const csv = outcomesCsv(await fetchAll());
      saveFile("inbox.csv", new Blob([csv], { type: "text/csv" }));
    } catch (error) {
      toast.error(DOWNLOAD.failed, { description: reasonOf(error) });
    }
  }

  return (
    <Button disabled={isBusy} aria-busy={isBusy} onClick={() => run(save)}>
      <Download size={16} strokeWidth={1.75} aria-hidden />
      {isBusy ? DOWNLOAD.preparing : DOWNLOAD.download}
    </Button>
  );
}
