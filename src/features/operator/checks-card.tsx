import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { Badge } from "../../components/badge";
import { Card } from "../../components/card";
import { Spinner } from "../../components/spinner";
import { useNow } from "../../lib/use-now";
import { ownChecks } from "./own-checks";
import { CHECKS } from "./texts";

const TONES = { ok: "good", fault: "bad", unknown: "warn" } as const;

export function ChecksCard() {
  const facts = useQuery(api.operatorPage.checks);
  const nowMs = useNow();
  return (
    <Card title={CHECKS.title} subtitle={CHECKS.subtitle}>
      {facts === undefined ? (
        <Spinner label={CHECKS.loading} />
      ) : (
        <ul aria-label={CHECKS.title} className="grid gap-4">
          {ownChecks(facts, nowMs).map(({ code, verdict, message, fix }) => (
            <li key={`${code} ${message}`} className="flex items-baseline gap-3">
              <span className="w-14 shrink-0">
                <Badge tone={TONES[verdict]}>{CHECKS.verdicts[verdict]}</Badge>
              </span>
              <div className="grid min-w-0 gap-1">
                <p className="wrap-anywhere">{message}</p>
                {fix !== undefined && <p className="text-small wrap-anywhere text-muted">{fix}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
