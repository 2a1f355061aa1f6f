import type { ConsentNotice } from "../state/assistant";
import type { TalkTexts } from "./languages/en";

type NoticePanelProps = { notice: ConsentNotice; texts: TalkTexts; onAgree: () => void };

/** Stands in place of the field until the visitor has agreed. */
export function NoticePanel({ notice, texts, onAgree }: NoticePanelProps) {
  const { language, text, body = text, link } = notice;
  return (
    <div className="notice">
      <p lang={language} dir="auto">
        {body}{" "}
        {link !== null && (
          <a href={link.url} target="_blank" rel="noopener nofollow">
            {link.words}
          </a>
        )}
      </p>
      <button type="button" className="main" onClick={onAgree}>
        {texts.agree}
      </button>
    </div>
  );
}
