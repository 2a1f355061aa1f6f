import { Code, EllipsisVertical, Globe, GlobeOff, Lock, Pencil, Play, Trash2 } from "lucide-react";
import type { Doc } from "../../../convex/_generated/dataModel";
import { studioPathFor } from "../../lib/routes";
import { Button } from "../../components/button";
import { buttonClass } from "../../components/button-class";
import { Menu } from "../../components/menu";
import { useDeleteAssistant } from "./use-delete-assistant";
import { usePublishAssistant } from "./use-publish-assistant";

type AssistantActionsProps = {
  assistant: Doc<"assistants">;
  isSubscribed: boolean;
  code: { id: string; isShown: boolean; toggle: () => void };
  onEdit: (assistant: Doc<"assistants">) => void;
};

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;
const QUIET = "px-2.5 max-sm:hidden";

export function AssistantActions(props: AssistantActionsProps) {
  const { assistant, isSubscribed, code, onEdit } = props;
  const { name, published, embedId } = assistant;
  const deletion = useDeleteAssistant(assistant);
  const publishing = usePublishAssistant(assistant, isSubscribed);
  const { word, Icon: PublishIcon } = publishAction(published, isSubscribed);

  return (
    <div className="-mx-2.5 -mb-2 flex flex-wrap items-center gap-x-0.5 max-sm:m-0 max-sm:gap-2">
      {(published || !isSubscribed) && (
        <a
          href={studioPathFor(embedId)}
          target="_blank"
          className={`${buttonClass("quiet")} px-2.5 max-sm:border max-sm:border-line`}
          aria-label={`Test ${name} in a new tab`}
        >
          <Play {...ICON} />
          Test
        </a>
      )}
      <Button
        variant="quiet"
        className="px-2.5 max-sm:border max-sm:border-line"
        aria-label={`Edit ${name}`}
        onClick={() => onEdit(assistant)}
      >
        <Pencil {...ICON} />
        Edit
      </Button>
      <Button
        variant="quiet"
        className={QUIET}
        aria-label={`${word} ${name}`}
        disabled={publishing.isBusy}
        onClick={publishing.toggle}
      >
        <PublishIcon {...ICON} />
        {word}
      </Button>
      {published && (
        <Button
          variant="quiet"
          className={QUIET}
          aria-label={`Code ${name}`}
          aria-expanded={code.isShown}
          aria-controls={code.isShown ? code.id : undefined}
          onClick={code.toggle}
        >
          <Code {...ICON} />
          Code
        </Button>
      )}
      <Button
        variant="quiet"
        className={`${QUIET} sm:ml-auto`}
        aria-label={`Delete ${name}`}
        disabled={deletion.isBusy}
        onClick={deletion.ask}
      >
        <Trash2 {...ICON} />
        Delete
      </Button>
      <Menu
        trigger={
          <Button
            variant="quiet"
            className="ml-auto px-3 sm:hidden"
            aria-label={`More for ${name}`}
          >
            <EllipsisVertical {...ICON} />
          </Button>
        }
        entries={[
          {
            kind: "item",
            Icon: PublishIcon,
            label: word,
            disabled: publishing.isBusy,
            onSelect: publishing.toggle,
          },
          ...(published
            ? [
                {
                  kind: "item" as const,
                  Icon: Code,
                  label: code.isShown ? "Hide code" : "Code",
                  onSelect: code.toggle,
                },
              ]
            : []),
          { kind: "line" },
          {
            kind: "item",
            Icon: Trash2,
            label: "Delete",
            disabled: deletion.isBusy,
            onSelect: deletion.ask,
          },
        ]}
      />
    </div>
  );
}

/** Taking an assistant off a site needs no subscription, only putting it there does. */
function publishAction(published: boolean, isSubscribed: boolean) {
  if (published) return { word: "Unpublish", Icon: GlobeOff };
  return isSubscribed
    ? { word: "Publish", Icon: Globe }
    : { word: "Requires Subscription", Icon: Lock };
}
