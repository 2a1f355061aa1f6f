import {
  Code,
  Copy,
  EllipsisVertical,
  Globe,
  GlobeOff,
  Lock,
  Pencil,
  Play,
  Trash2,
} from "lucide-react";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { studioPathFor } from "../../../lib/routes";
import { Button } from "../../../components/button";
import { buttonClass } from "../../../components/button-class";
import { Menu } from "../../../components/menu";
import { useDeleteAssistant } from "./use-delete-assistant";
import { usePublishAssistant } from "./use-publish-assistant";

type AssistantActionsProps = {
  assistant: Doc<"assistants">;
  isSubscribed: boolean;
  code: { id: string; isShown: boolean; toggle: () => void };
  onEdit: (assistant: Doc<"assistants">) => void;
  onDuplicate: (assistant: Doc<"assistants">) => void;
};

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;
const QUIET = "px-2 max-sm:hidden";
const ON_PHONES_TOO = "px-2.5 max-sm:border max-sm:border-line sm:px-2";

export function AssistantActions(props: AssistantActionsProps) {
  const { assistant, isSubscribed, code, onEdit, onDuplicate } = props;
  const { name, published, embedId } = assistant;
  const deletion = useDeleteAssistant(assistant);
  const publishing = usePublishAssistant(assistant, isSubscribed);
  const { word, Icon: PublishIcon } = publishAction(published, isSubscribed);
  // Where it is what there is to do next, phones show it too.
  const isNextStep = !published && isSubscribed;

  return (
    <div className="-mx-2 -mb-2 flex flex-wrap items-center gap-x-0.5 max-sm:m-0 max-sm:gap-2">
      {(published || !isSubscribed) && (
        <a
          href={studioPathFor(embedId)}
          target="_blank"
          className={`${buttonClass("quiet")} ${ON_PHONES_TOO}`}
          aria-label={`Test ${name} in a new tab`}
        >
          <Play {...ICON} />
          Test
        </a>
      )}
      <Button
        variant="quiet"
        className={ON_PHONES_TOO}
        aria-label={`Edit ${name}`}
        onClick={() => onEdit(assistant)}
      >
        <Pencil {...ICON} />
        Edit
      </Button>
      <Button
        variant="quiet"
        className={isNextStep ? ON_PHONES_TOO : QUIET}
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
      <div className="ml-auto flex items-center gap-x-0.5">
        <Button
          variant="quiet"
          className={QUIET}
          aria-label={`Delete ${name}`}
          disabled={deletion.isBusy}
          onClick={deletion.ask}
        >
          <Trash2 {...ICON} />
          Delete
        </Button>
        <Menu
          trigger={
            <Button variant="quiet" className="px-3 sm:px-2" aria-label={`More for ${name}`}>
              <EllipsisVertical {...ICON} />
            </Button>
          }
          entries={[
            {
              kind: "item",
              Icon: Copy,
              label: "Duplicate",
              onSelect: () => onDuplicate(assistant),
            },
            ...(isNextStep
              ? []
              : [
                  {
                    kind: "item" as const,
                    isForPhones: true,
                    Icon: PublishIcon,
                    label: word,
                    disabled: publishing.isBusy,
                    onSelect: publishing.toggle,
                  },
                ]),
            ...(published
              ? [
                  {
                    kind: "item" as const,
                    isForPhones: true,
                    Icon: Code,
                    label: code.isShown ? "Hide code" : "Code",
                    onSelect: code.toggle,
                  },
                ]
              : []),
            { kind: "line", isForPhones: true },
            {
              kind: "item",
              isForPhones: true,
              Icon: Trash2,
              label: "Delete",
              disabled: deletion.isBusy,
              onSelect: deletion.ask,
            },
          ]}
        />
      </div>
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
