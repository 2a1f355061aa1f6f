import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { Card } from "../../components/card";
import { Spinner } from "../../components/spinner";
import { formatNumber } from "../../lib/formats";
import { LINES } from "./texts";

export function LinesCard() {
  const state = useQuery(api.operatorPage.lines);
  return (
    <Card title={LINES.title} subtitle={LINES.hint}>
      {state === undefined ? (
        <Spinner label={LINES.loading} />
      ) : (
        <div className="grid gap-1">
          <p className="text-title font-semibold tabular-nums">
            {LINES.inUse(
              `${formatNumber(state.inUse)}${state.isMore ? "+" : ""}`,
              formatNumber(state.lines),
            )}
          </p>
          {state.testing > 0 && <p className="text-muted">{LINES.testing(state.testing)}</p>}
        </div>
      )}
    </Card>
  );
}
