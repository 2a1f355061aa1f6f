import { useConvex } from "convex/react";
import { Download } from "lucide-react";
import { useState } from "react";
import { toast } from "../../lib/toast";
import { MESSAGES } from "../../../convex/catalog/messages";
import { Button } from "../../components/button";
import { reasonOf } from "../../lib/error-reason";
import type { Asked } from "./use-call-filter";

export function ExportButton({ asked, words }: { asked: Asked; words: string }) {
  const client = useConvex();
  const [isBusy, setIsBusy] = useState(false);

  async function save() {
    setIsBusy(true);
    try {
      const [{ fetchFiltered }, { callsCsv }, { saveFile }] = await Promise.all([
        import("./fetch-filtered"),
        import("../../lib/calls-csv"),
        import("../../lib/save-file"),
      ]);
      const calls = await fetchFiltered(client, asked, words);
      saveFile("calls.csv", new Blob([callsCsv(calls)], { type: "text/csv" }));
    } catch (error) {
      toast.error(MESSAGES.callsNotSaved, { description: reasonOf(error) });
    }
    setIsBusy(false);
  }

  return (
    <Button disabled={isBusy} aria-busy={isBusy} onClick={() => void save()}>
      <Download size={16} strokeWidth={1.75} aria-hidden />
      {isBusy ? "Preparing..." : "Download CSV"}
    </Button>
  );
}
