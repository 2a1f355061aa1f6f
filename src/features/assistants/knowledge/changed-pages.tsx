import { useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { Button } from "../../../components/button";
import { reasonOf } from "../../../lib/error-reason";
import { formatDate } from "../../../lib/formats";
import { toast } from "../../../lib/toast";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { WordDifference } from "../versions/word-difference";
import { pathOf } from "./path-of";
import type { ListedWebsite } from "./sources";
import { WEBSITES } from "./texts";

type Page = ListedWebsite["pages"][number];

/** The pages whose text has changed since the owner saw it. */
export function ChangedPages({ website: { _id: websiteId, pages } }: { website: ListedWebsite }) {
  const keep = useMutation(api.websites.keepPageChanges);
  const { isBusy, run } = useOneAtATime();
  const changed = pages.filter(({ changedAtMs }) => changedAtMs !== null);
  if (changed.length === 0) return null;

  function pressKeep() {
    run(async () => {
      try {
        await keep({ websiteId });
      } catch (error) {
        toast.error(`${WEBSITES.changeFailed} ${reasonOf(error)}`);
      }
    });
  }

  return (
    <div className="grid gap-2 rounded-control border border-line p-3">
      <p>{WEBSITES.changed(changed.length)}</p>
      <ul className="grid gap-2">
        {changed.map((page) => (
          <ChangedPage key={page._id} page={page} />
        ))}
      </ul>
      <Button size="small" className="justify-self-start" disabled={isBusy} onClick={pressKeep}>
        {WEBSITES.keep}
      </Button>
    </div>
  );
}

function ChangedPage({ page: { _id: pageId, url, changedAtMs } }: { page: Page }) {
  const refuse = useMutation(api.websites.refusePageChange);
  const { isBusy, run } = useOneAtATime();
  const [isOpen, setIsOpen] = useState(false);
  const path = pathOf(url);

  function pressRefuse() {
    run(async () => {
      try {
        await refuse({ pageId });
        toast.success(WEBSITES.refused);
      } catch (error) {
        toast.error(`${WEBSITES.changeFailed} ${reasonOf(error)}`);
      }
    });
  }

  return (
    <li className="grid gap-1">
      <p className="wrap-anywhere text-muted">
        {WEBSITES.changedOn(path, formatDate(changedAtMs ?? 0))}
      </p>
      <div className="-ml-3 flex flex-wrap gap-1">
        <Button
          variant="quiet"
          size="small"
          aria-expanded={isOpen}
          aria-label={isOpen ? WEBSITES.hideLabel(path) : WEBSITES.showLabel(path)}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? WEBSITES.hide : WEBSITES.show}
        </Button>
        <Button
          variant="quiet"
          size="small"
          disabled={isBusy}
          aria-label={WEBSITES.refuseLabel(path)}
          onClick={pressRefuse}
        >
          {WEBSITES.refuse}
        </Button>
      </div>
      {isOpen && <Change pageId={pageId} />}
    </li>
  );
}

const WORDS = { then: WEBSITES.removedWords, now: WEBSITES.addedWords };

function Change({ pageId }: { pageId: Page["_id"] }) {
  const change = useQuery(api.websites.getPageChange, { pageId });
  if (change === undefined) return <p className="text-muted">{WEBSITES.loadingChange}</p>;
  if (change === null) return null;
  return (
    <p className="max-h-80 overflow-y-auto rounded-control bg-canvas p-3 wrap-anywhere whitespace-pre-wrap">
      <WordDifference then={change.before} now={change.after} words={WORDS} />
    </p>
  );
}
