import type { Conversation } from "../../settings";
import { PREVIEW } from "./texts";

export type DefaultTexts = Record<
  "greeting" | "silenceQuestion" | "closedWords" | "typedGreeting",
  string
>;

type ConversationPreviewProps = {
  conversation: Conversation;
  language: string;
  defaults: DefaultTexts;
};

/** What visitors hear and read with the settings in the form. */
export function ConversationPreview(props: ConversationPreviewProps) {
  const { conversation, language, defaults } = props;
  const { asksAfterSeconds, visitorSpeaksFirst, openingHours } = conversation;
  const textOf = (field: keyof DefaultTexts) => conversation[field] ?? defaults[field];
  const lines = [
    [PREVIEW.start, visitorSpeaksFirst ? null : textOf("greeting")],
    [
      PREVIEW.silence(asksAfterSeconds ?? 0),
      asksAfterSeconds === null ? null : textOf("silenceQuestion"),
    ],
    [PREVIEW.closed, openingHours === null ? null : textOf("closedWords")],
  ] as const;
  const shown = lines.filter(([, text]) => text !== null);
  if (shown.length === 0) return null;
  return (
    <figure className="grid gap-1.5">
      <figcaption className="font-medium">{PREVIEW.title}</figcaption>
      <dl className="grid gap-3 rounded-card border border-line p-4">
        {shown.map(([when, text]) => (
          <div key={when} className="grid gap-1">
            <dt className="text-small text-faint">{when}</dt>
            <dd lang={language} className="w-fit rounded-card bg-canvas px-3 py-2 break-words">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
