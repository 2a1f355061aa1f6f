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
import { EXPORT } from "./texts";

export function ExportCard() {
  const client = useConvex();
  const totals = useQuery(api.calls.callTotals);
  /** The number of calls exported so far; null while no export is running. */
  const [done, setDone] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  async function startExport() {
    const controller = new AbortController();
    running.current = controller;
    setDone(0);
    try {
      const { exportEverything } = await import("./export-everything");
      const file = await exportEverything(client, setDone, controller.signal);
      saveFile("hark-export.zip", file);
      toast.success(EXPORT.done);
    } catch (error) {
      if (!controller.signal.aborted) {
        toast.error(EXPORT.failed(reasonOf(error)));
      }
    }
    running.current = null;
    setDone(null);
  }

  return (
    <Card title={EXPORT.title} subtitle={EXPORT.subtitle}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button disabled={done !== null} onClick={() => void startExport()}>
          <Download size={16} strokeWidth={1.75} aria-hidden />
          {done === null ? EXPORT.start : EXPORT.preparing}
        </Button>
        {done !== null && (
          <>
            <Button variant="quiet" onClick={() => running.current?.abort()}>
              {EXPORT.cancel}
            </Button>
            <p role="status" className="text-muted tabular-nums">
              {EXPORT.progress(formatNumber(done), formatNumber(totals?.calls ?? 0))}
            </p>
          </>
        )}
      </div>
    </Card>
  );
}
