import { useMutation, useQuery } from "convex/react";
import { Laptop, Smartphone } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { focusMain } from "../../components/skip-link";
import { Spinner } from "../../components/spinner";
import { reasonOf } from "../../lib/error-reason";
import { formatDateTime } from "../../lib/formats";
import { toast } from "../../lib/toast";
import { useOneAtATime } from "../../lib/use-one-at-a-time";
import { deviceName, isHandheld, placeName, type ShownSession } from "./session-words";
import { SESSIONS } from "./texts";

export function SessionsCard() {
  const sessions = useQuery(api.account.listSessions);
  const endOthers = useMutation(api.account.endOtherSessions);
  const { isBusy, run } = useOneAtATime();

  function endAll(count: number) {
    run(async () => {
      try {
        await endOthers();
        focusMain();
        toast.success(SESSIONS.signedOutOthers(count));
      } catch (error) {
        toast.error(SESSIONS.failedOthers(reasonOf(error)));
      }
    });
  }

  const others = (sessions?.length ?? 1) - 1;
  return (
    <Card title={SESSIONS.title} subtitle={SESSIONS.subtitle}>
      {sessions === undefined ? (
        <Spinner label={SESSIONS.loading} />
      ) : (
        <ul className="grid gap-4">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {others > 0 && (
        <Button
          className="justify-self-start"
          disabled={isBusy}
          onClick={() => {
            endAll(others);
          }}
        >
          {isBusy ? SESSIONS.signingOutOthers : SESSIONS.signOutOthers}
        </Button>
      )}
    </Card>
  );
}

function SessionRow({ session }: { session: ShownSession }) {
  const endSession = useMutation(api.account.endSession);
  const { isBusy, run } = useOneAtATime();
  const Icon = isHandheld(session) ? Smartphone : Laptop;
  const device = deviceName(session);
  const place = placeName(session);
  const seen = formatDateTime(session.lastSeenAtMs);

  function end() {
    run(async () => {
      try {
        await endSession({ sessionId: session.id });
        focusMain();
        toast.success(SESSIONS.signedOut);
      } catch (error) {
        toast.error(SESSIONS.failed(reasonOf(error)));
      }
    });
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Icon size={20} strokeWidth={1.75} className="shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {device}
          {session.isThis && <Badge tone="good">{SESSIONS.thisDevice}</Badge>}
        </p>
        <p className="text-small text-muted">
          {place === null ? SESSIONS.lastSeen(seen) : SESSIONS.lastSeenNear(place, seen)}
        </p>
      </div>
      {!session.isThis && (
        <Button disabled={isBusy} onClick={end} aria-label={SESSIONS.signOutOf(device, seen)}>
          {SESSIONS.signOut}
        </Button>
      )}
    </li>
  );
}
