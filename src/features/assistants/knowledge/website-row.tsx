import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { Button } from "../../../components/button";
import { focusMain } from "../../../components/skip-link";
import { reasonOf } from "../../../lib/error-reason";
import { formatDate } from "../../../lib/formats";
import { toast } from "../../../lib/toast";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { ChangedPages } from "./changed-pages";
import { PageChoice } from "./page-choice";
import { pathOf } from "./path-of";
import type { ListedWebsite } from "./sources";
import { WEBSITES } from "./texts";

export function WebsiteRow({ website }: { website: ListedWebsite }) {
  const { _id: websiteId, start, state } = website;
  const findAgain = useMutation(api.websites.findPages);
  const remove = useMutation(api.websites.removeWebsite);
  const { isBusy, run } = useOneAtATime();
  const site = new URL(start).host;
  const isIdle = state === "known" || state === "failed";

  function press(task: () => Promise<unknown>, failed: string) {
    run(async () => {
      try {
        await task();
      } catch (error) {
        toast.error(`${failed} ${reasonOf(error)}`);
      }
    });
  }

  return (
    <li className="grid gap-3 py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
          <p className="font-medium wrap-anywhere">{site}</p>
          <p role="status" className="text-small text-muted">
            <State website={website} />
          </p>
        </div>
        <div className="-my-1 -ml-4 flex gap-1 sm:-mr-4 sm:ml-auto">
          {isIdle && (
            <Button
              variant="quiet"
              disabled={isBusy}
              aria-label={
                state === "failed" ? WEBSITES.tryAgainLabel(site) : WEBSITES.againLabel(site)
              }
              onClick={() => press(() => findAgain({ websiteId }), WEBSITES.readFailed)}
            >
              {state === "failed" ? WEBSITES.tryAgain : WEBSITES.again}
            </Button>
          )}
          <Button
            variant="quiet"
            disabled={isBusy}
            aria-label={WEBSITES.removeLabel(site)}
            onClick={() =>
              press(async () => {
                await remove({ websiteId });
                focusMain();
                toast.success(WEBSITES.removed(site));
              }, WEBSITES.removeFailed)
            }
          >
            {WEBSITES.remove}
          </Button>
        </div>
      </div>
      {state === "choosing" && <PageChoice website={website} />}
      {state === "known" && website.problem !== null && (
        <p className="text-small text-warn">{WEBSITES.lastFailed(website.problem)}</p>
      )}
      {state === "known" && <ChangedPages website={website} />}
      {state === "known" && <UnreadPages website={website} />}
    </li>
  );
}

function State({ website: { state, problem, pages, readAtMs } }: { website: ListedWebsite }) {
  const chosen = pages.filter(({ isChosen }) => isChosen);
  switch (state) {
    case "finding":
      return WEBSITES.finding;
    case "choosing":
      return WEBSITES.found(pages.length);
    case "reading": {
      const done = chosen.filter((page) => page.readAtMs !== null).length;
      return WEBSITES.reading(Math.min(done, chosen.length - 1), chosen.length);
    }
    case "known": {
      const read = chosen.filter((page) => page.problem === null);
      return WEBSITES.known(read.length, formatDate(readAtMs ?? 0));
    }
    case "failed":
      return <span className="text-bad">{problem}</span>;
    default:
      return state satisfies never;
  }
}

function UnreadPages({ website: { pages } }: { website: ListedWebsite }) {
  const unread = pages.filter(({ isChosen, problem }) => isChosen && problem !== null);
  if (unread.length === 0) return null;
  return (
    <div className="grid gap-1 text-small">
      <p className="text-warn">{WEBSITES.unread(unread.length)}</p>
      <ul className="grid gap-1">
        {unread.map(({ _id, url, problem }) => (
          <li key={_id} className="wrap-anywhere text-muted">
            {pathOf(url)}: {problem}
          </li>
        ))}
      </ul>
    </div>
  );
}
