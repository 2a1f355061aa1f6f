import { useEffect, useState } from "react";
import { buttonAround } from "./button-around";
import type { MessageOnly } from "./look-up";
import type { TalkService } from "./page-talk";
import { TalkHeader } from "./talk-header";
import { useClose } from "./use-close";
import { useLoaded } from "./use-loaded";

type MessagePageProps = {
  found: MessageOnly;
  service: TalkService;
};

const loadForm = () => import("./message-form");

/** Offers to leave a message, and says why there is no conversation. */
export function MessagePage({ found, service }: MessagePageProps) {
  const close = useClose();
  const refusal = useRefusal();
  const form = useLoaded(true, loadForm);
  const { title, text } = refusal === null ? reasonIn(found) : { title: null, text: refusal.text };
  const messagePass = refusal?.messagePass ?? found.unavailable?.messagePass ?? null;
  return (
    <div className="page">
      <TalkHeader {...found} onStartOver={null} onClose={close} />
      <main>
        <div className="scroll">
          {text !== null && (
            <div className="messages">
              {title !== null && <h2>{title}</h2>}
              <p role="alert">{text}</p>
            </div>
          )}
          {form !== null && <form.MessageForm {...{ found, service, messagePass }} thread={null} />}
        </div>
      </main>
    </div>
  );
}

/** Why there is no conversation. Where visitors can only talk, the form alone says enough. */
function reasonIn({ reason, unavailable, texts }: MessageOnly): {
  title: string | null;
  text: string | null;
} {
  if (reason === "textOff") return { title: null, text: unavailable?.message ?? null };
  return { title: texts.unavailableTitle, text: texts.unavailable };
}

interface Refusal {
  text: string;
  messagePass: string | undefined;
}

/** In a panel: the error of its button's last call. Null if that did not fail. */
function useRefusal(): Refusal | null {
  const voice = buttonAround()?.voice ?? null;
  const [, setChanges] = useState(0);
  useEffect(() => voice?.listen(() => setChanges((changes) => changes + 1)), [voice]);
  const call = voice?.state();
  if (voice === null || call?.kind !== "failed") return null;
  const { message } = call;
  return { text: voice.textOf(message)[0], messagePass: message.messagePass };
}
