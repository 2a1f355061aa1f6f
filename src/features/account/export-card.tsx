import { useConvex, useQuery } from "convex/react";
import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { reasonOf } from "../../lib/error-reason";
import { formatNumber } from "../../lib/formats";
import { saveFile } from "../../lib/save-file";
import { toast } from "../../lib/toast";

export function ExportCard() {
  const client = useConvex();
  const totals = useQuery(api.calls.callTotals);
  /** How many calls are in it so far; null while none is being made. */
  const [done, setDone] = useState<number | null>(null);
  const making = useRef<AbortController | null>(null);

  useEffect(() => () => making.current?.abort(), []);

  async function make() {
    const controller = new AbortController();
    making.current = controller;
    setDone(0);
    try {
      const { exportEverything } = await import("./export-everything");
      const file = await exportEverything(client, setDone, controller.signal);
      saveFile("hark-export.zip", file);
      toast.success("Your export is in your downloads.");
    } catch (error) {
      if (!controller.signal.aborted) {
        toast.error(`Failed to make your export. ${reasonOf(error)}`);
      }
    }
    making.current = null;
    setDone(null);
  }

  return (
    <Card
      title="Your data"
      subtitle="Everything in one file: assistants, calls with transcripts and recordings, files and bills."
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button disabled={done !== null} onClick={() => void make()}>
          <Download size={16} strokeWidth={1.75} aria-hidden />
          {done === null ? "Download everything" : "Preparing..."}
        </Button>
        {done !== null && (
          <>
            <Button variant="quiet" onClick={() => making.current?.abort()}>
              Cancel
            </Button>
            <p role="status" className="text-muted tabular-nums">
              {formatNumber(done)} of {formatNumber(totals?.calls ?? 0)} calls
            </p>
          </>
        )}
      </div>
    </Card>
  );
}
