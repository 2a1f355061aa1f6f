import { ChevronDown } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { Button } from "../../../components/button";
import { Menu } from "../../../components/menu";
import { NEW_ASSISTANT, type AssistantValues } from "../settings";
import { SETTING_LABELS } from "../texts";
import {
  applyTemplate,
  BLANK,
  pick,
  TEMPLATES,
  type Template,
  type TemplateField,
} from "./templates";
import { TEMPLATE_PICKER, WEBSITE_TEMPLATE } from "./texts";
import { WebsiteField } from "./website-field";
import { looksOf, templateOf, WEBSITE_CHOICE, type WebsiteDraft } from "./website-template";

type TemplatePickerProps = {
  /** The form's heading. The menu is beside it. */
  heading: ReactNode;
  values: AssistantValues;
  onChange: (changed: Partial<AssistantValues>) => void;
  /** Is read at once. */
  website?: string | undefined;
  /** Called with the website that the assistant is to read. Null if it begins with another template. */
  onWebsite: (address: string | null) => void;
};

/** Replaces what the owner has typed only when they ask for it. */
export function TemplatePicker(props: TemplatePickerProps) {
  const { heading, values, onChange, website, onWebsite } = props;
  const [chosen, setChosen] = useState(BLANK);
  const [kept, setKept] = useState<TemplateField[]>([]);
  const [isAsking, setIsAsking] = useState(website !== undefined);
  const trigger = useRef<HTMLButtonElement>(null);

  function choose(template: Template) {
    const { filled, kept: typed } = applyTemplate(values, chosen, template);
    onChange(filled);
    setChosen(template);
    setKept(template === BLANK ? [] : typed);
  }

  function chooseById(id: string) {
    setIsAsking(id === WEBSITE_CHOICE);
    if (id === WEBSITE_CHOICE) return;
    onWebsite(null);
    choose(TEMPLATES.find((one) => one.id === id) ?? BLANK);
  }

  function beginWithWebsite(draft: WebsiteDraft) {
    choose(templateOf(draft));
    onChange(looksOf(draft, values, NEW_ASSISTANT));
    onWebsite(draft.start);
    closeField();
  }

  function closeField() {
    setIsAsking(false);
    trigger.current?.focus();
  }

  function replace() {
    onChange(pick(chosen.values, kept));
    setKept([]);
    // The pressed button disappears, so move the focus.
    trigger.current?.focus();
  }

  return (
    <div className="grid gap-2">
      <div className="-my-2 flex flex-wrap items-center justify-between gap-x-4">
        {heading}
        <Menu
          trigger={
            <Button ref={trigger} variant="quiet" className="-mr-4">
              {TEMPLATE_PICKER.trigger(chosen === BLANK ? null : chosen.title)}
              <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
            </Button>
          }
          entries={[
            {
              kind: "choice",
              label: TEMPLATE_PICKER.title,
              value: chosen.id,
              choices: [
                { id: WEBSITE_CHOICE, name: WEBSITE_TEMPLATE.choice },
                ...TEMPLATES.map(({ id, title }) => ({ id, name: title })),
              ],
              closesMenu: true,
              onChoose: chooseById,
            },
          ]}
        />
      </div>
      {isAsking && (
        <WebsiteField website={website} onRead={beginWithWebsite} onClose={closeField} />
      )}
      <div role="status" className="grid gap-1 empty:hidden">
        {chosen !== BLANK && <p className="text-small text-muted">{chosen.about}</p>}
        {kept.length > 0 && (
          <p className="text-small text-ink">
            {TEMPLATE_PICKER.kept(kept.map((field) => SETTING_LABELS[field].toLowerCase()))}
          </p>
        )}
      </div>
      {kept.length > 0 && (
        <Button className="justify-self-start" onClick={replace}>
          {TEMPLATE_PICKER.replace}
        </Button>
      )}
    </div>
  );
}
