import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { toast } from "sonner";
import { MESSAGES } from "../../../convex/catalog/messages";
import { Button } from "../../components/button";
import { reasonOf } from "../../lib/error-reason";
import { isFilledIn, readAssistantForm, type NewAssistant } from "./assistant-form-values";
import { AssistantSettingsFields } from "./assistant-settings-fields";
import { WidgetStylingFields } from "./widget-styling-fields";

type CreateAssistantFormProps = {
  onCreate: (assistant: NewAssistant) => Promise<unknown>;
  onCreated: () => void;
};

export function CreateAssistantForm({ onCreate, onCreated }: CreateAssistantFormProps) {
  const [isSaving, setIsSaving] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);

  useEffect(() => nameField.current?.focus(), []);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = readAssistantForm(new FormData(event.currentTarget));
    if (!isFilledIn(values)) {
      toast.error(MESSAGES.fillInAssistant);
      return;
    }
    setIsSaving(true);
    try {
      await onCreate({ ...values, embedId: crypto.randomUUID() });
      toast.success("Assistant created successfully!");
      onCreated();
    } catch (error) {
      toast.error(`Failed to create assistant. ${reasonOf(error)}`);
      setIsSaving(false);
    }
  }

  return (
    <form
      aria-label="Create assistant"
      className="grid w-full max-w-form gap-8 rounded-card border border-line bg-surface p-6 shadow-soft"
      onSubmit={(event) => void submit(event)}
    >
      <AssistantSettingsFields nameField={nameField} />
      <WidgetStylingFields />
      <Button type="submit" variant="primary" className="justify-self-start" disabled={isSaving}>
        {isSaving ? "Creating..." : "Create Assistant"}
      </Button>
    </form>
  );
}
