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
  /** Why there is no conversation, if the form does not say enough. */
  reason: { title: string; text: string } | null;
};

const loadForm = () => import("./message-form");

/** Offers to leave a message, and says why there is no conversation. */
export function MessagePage({ found, service, reason }: MessagePageProps) {
  const close = useClose();
  const refusal = useRefusal();
  const form = useLoaded(true, loadForm);
  const text = refusal ?? reason?.text;
  return (
    <div className="page">
      <TalkHeader {...found} onStartOver={null} onClose={close} />
      <main>
        <div className="scroll">
          {text !== undefined && (
            <div className="messages">
              {refusal === null && <h2>{reason?.title}</h2>}
              <p role="alert">{text}</p>
            </div>
          )}
          {form !== null && <form.MessageForm {...{ found, service }} thread={null} />}
        </div>
      </main>
    </div>
  );
}

/** In a panel: the error of its button's last call. Null if that did not fail. */
function useRefusal(): string | null {
  const voice = buttonAround()?.voice ?? null;
  const [, setChanges] = useState(0);
  useEffect(() => voice?.listen(() => setChanges((changes) => changes + 1)), [voice]);
  const call = voice?.state();
  return voice !== null && call?.kind === "failed" ? voice.textOf(call.message)[0] : null;
}
