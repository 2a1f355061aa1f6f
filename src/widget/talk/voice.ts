/** What a talk page needs to talk, loaded by itself. */
import { lazyEngine, type Voice } from "../engine/lazy-engine";
import { loadCall } from "../load-call";
import type { FoundAssistant } from "../state/assistant";
import { buttonAround } from "./button-around";
import type { TalkService } from "./page-talk";
import type { ThreadStore } from "./thread-store";

export { AskedField } from "./asked-field";
export { VoiceBar, VoiceButton } from "./voice-bar";

/** In a panel, the calls of its button. */
export function openVoice(
  { host, place }: TalkService,
  assistant: FoundAssistant,
  thread: ThreadStore,
): Voice {
  return (
    buttonAround()?.voice ??
    lazyEngine({
      setting: { assistant, isTesting: false, host, thread, place, alerts: false },
      loadCall,
      // The visitor sees that the call did not begin, and can type.
      reload: async () => await Promise.resolve(false),
    })
  );
}
