import { useMutation } from "convex/react";
import { useState, type SubmitEvent } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Id } from "../../../../convex/_generated/dataModel";
import { Button } from "../../../components/button";
import { CheckField } from "../../../components/check-field";
import { reasonOf } from "../../../lib/error-reason";
import { toast } from "../../../lib/toast";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import type { ListedWebsite } from "./sources";
import { WEBSITES } from "./texts";

/** The pages that were found, to choose from. */
export function PageChoice({ website: { _id: websiteId, pages } }: { website: ListedWebsite }) {
  const choose = useMutation(api.websites.choosePages);
  const [chosen, setChosen] = useState<ReadonlySet<Id<"websitePages">>>(
    () => new Set(pages.flatMap(({ _id, isChosen }) => (isChosen ? _id : []))),
  );
  const { isBusy, run } = useOneAtATime();
  const isWhole = chosen.size === pages.length;

  function toggle(pageId: Id<"websitePages">, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(pageId);
    else next.delete(pageId);
    setChosen(next);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    run(async () => {
      try {
        await choose({ websiteId, pageIds: [...chosen] });
      } catch (error) {
        toast.error(`${WEBSITES.readFailed} ${reasonOf(error)}`);
      }
    });
  }

  return (
    <form className="grid gap-3" onSubmit={submit}>
      <fieldset className="grid max-h-80 gap-2 overflow-y-auto rounded-control border border-line p-3">
        <legend className="px-1 font-medium">{WEBSITES.choose}</legend>
        {pages.map(({ _id, url, title }) => (
          <CheckField
            key={_id}
            label={title ?? new URL(url).pathname}
            hint={url}
            checked={chosen.has(_id)}
            onChange={(is) => toggle(_id, is)}
          />
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={isBusy || chosen.size === 0}>
          {WEBSITES.chosen(chosen.size)}
        </Button>
        <Button
          variant="quiet"
          onClick={() => setChosen(new Set(isWhole ? [] : pages.map(({ _id }) => _id)))}
        >
          {isWhole ? WEBSITES.nothing : WEBSITES.all}
        </Button>
      </div>
    </form>
  );
}
