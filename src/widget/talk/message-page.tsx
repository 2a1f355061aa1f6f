import { useEffect, useState } from "react";
import { buttonAround } from "./button-around";
import type { MessageOnly } from "./look-up";
import type { TalkService } from "./page-talk";
import { TalkHeader } from "./talk-header";
import { useClose } from "./use-close";
import { useLoaded } from "./use-loaded";

type MessagePageProps = { found: MessageOnly; service: TalkService; reason: [string, string] };

const loadForm = () => import("./message-form");

/** Says why there is no conversation, and offers to leave a message. */
export function MessagePage({ found, service, reason: [title, text] }: MessagePageProps) {
  const close = useClose();
  const refusal = useRefusal();
  const form = useLoaded(true, loadForm);
  return (
    <div className="page">
      <TalkHeader {...found} onStartOver={null} onClose={close} />
      <main>
        <div className="scroll">
          <div className="messages">
            {refusal === null && <h2>{title}</h2>}
            <p role="alert">{refusal ?? text}</p>
          </div>
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
