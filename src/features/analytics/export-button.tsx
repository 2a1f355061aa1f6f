import { useConvex } from "convex/react";
import { Download } from "lucide-react";
import { useState } from "react";
import { toast } from "../../lib/toast";
import { MESSAGES } from "../../../convex/shared/messages";
import { Button } from "../../components/button";
import { reasonOf } from "../../lib/error-reason";
import { RECENT_CALLS } from "./texts";
import type { Asked } from "./use-call-filter";

export function ExportButton({ asked, words }: { asked: Asked; words: string }) {
  const client = useConvex();
  const [isBusy, setIsBusy] = useState(false);

  async function save() {
    setIsBusy(true);
    try {
      const { saveCalls } = await import("./save-calls");
      await saveCalls(client, asked, words);
    } catch (error) {
      toast.error(MESSAGES.callsNotSaved, { description: reasonOf(error) });
    }
    setIsBusy(false);
  }

  return (
    <Button disabled={isBusy} aria-busy={isBusy} onClick={() => void save()}>
      <Download size={16} strokeWidth={1.75} aria-hidden />
      {isBusy ? RECENT_CALLS.preparing : RECENT_CALLS.download}
    </Button>
  );
}
