import { Code, Copy, EllipsisVertical, Pencil, Play, Trash2 } from "lucide-react";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { studioPathFor } from "../../../lib/routes";
import { Button } from "../../../components/button";
import { buttonClass } from "../../../components/button-class";
import { Menu } from "../../../components/menu";
import { publishAction } from "./publish-action";
import { ACTIONS } from "./texts";
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
const NOT_ON_PHONES = "max-sm:hidden";
const SHOWN_ON_PHONES = "max-sm:border max-sm:border-line";

export function AssistantActions(props: AssistantActionsProps) {
  const { assistant, isSubscribed, code, onEdit, onDuplicate } = props;
  const { name, published, embedId } = assistant;
  const deletion = useDeleteAssistant(assistant);
  const publishing = usePublishAssistant(assistant, isSubscribed);
  const { text: publishText, Icon: PublishIcon } = publishAction(published, isSubscribed);
  // Phones show the button for the next step; the others are in the menu.
  const isNextStep = !published && isSubscribed;

  return (
    <div className="-mx-2.5 -mb-2 flex flex-wrap items-center gap-x-0.5 max-sm:m-0 max-sm:gap-2">
      {(published || !isSubscribed) && (
        <a
          href={studioPathFor(embedId)}
          target="_blank"
          className={`${buttonClass("quiet", "small")} ${SHOWN_ON_PHONES}`}
          aria-label={ACTIONS.testLabel(name)}
        >
          <Play {...ICON} />
          {ACTIONS.test}
        </a>
      )}
      <Button
        variant="quiet"
        size="small"
        className={SHOWN_ON_PHONES}
        aria-label={ACTIONS.label(ACTIONS.edit, name)}
        onClick={() => onEdit(assistant)}
      >
        <Pencil {...ICON} />
        {ACTIONS.edit}
      </Button>
      <Button
        variant="quiet"
        size="small"
        className={isNextStep ? SHOWN_ON_PHONES : NOT_ON_PHONES}
        aria-label={ACTIONS.label(publishText, name)}
        disabled={publishing.isBusy}
        onClick={publishing.toggle}
      >
        <PublishIcon {...ICON} />
        {publishText}
      </Button>
      {published && (
        <Button
          variant="quiet"
          size="small"
          className={NOT_ON_PHONES}
          aria-label={ACTIONS.codeLabel(name)}
          aria-expanded={code.isShown}
          aria-controls={code.isShown ? code.id : undefined}
          onClick={code.toggle}
        >
          <Code {...ICON} />
          {ACTIONS.code}
        </Button>
      )}
      <div className="ml-auto flex items-center gap-x-0.5">
        <Button
          variant="quiet"
          size="small"
          className={NOT_ON_PHONES}
          aria-label={ACTIONS.label(ACTIONS.delete, name)}
          disabled={deletion.isBusy}
          onClick={deletion.ask}
        >
          <Trash2 {...ICON} />
          {ACTIONS.delete}
        </Button>
        <Menu
          trigger={
            <Button variant="quiet" size="icon" aria-label={ACTIONS.more(name)}>
              <EllipsisVertical {...ICON} />
            </Button>
          }
          entries={[
            {
              kind: "item",
              Icon: Copy,
              label: ACTIONS.duplicate,
              onSelect: () => onDuplicate(assistant),
            },
            ...(isNextStep
              ? []
              : [
                  {
                    kind: "item" as const,
                    isForPhones: true,
                    Icon: PublishIcon,
                    label: publishText,
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
                    label: code.isShown ? ACTIONS.hideCode : ACTIONS.code,
                    onSelect: code.toggle,
                  },
                ]
              : []),
            { kind: "line", isForPhones: true },
            {
              kind: "item",
              isForPhones: true,
              Icon: Trash2,
              label: ACTIONS.delete,
              disabled: deletion.isBusy,
              onSelect: deletion.ask,
            },
          ]}
        />
      </div>
    </div>
  );
}
