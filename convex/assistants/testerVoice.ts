/** The voice and the transcriber of a rehearsal's tester. */
import { DEFAULT_CONVERSATION } from "../shared/conversation";
import { VOICES } from "../shared/voices";
import { type VoiceIds, voiceSpec } from "../vendors/vapiVoice";
import { transcriberSpec } from "./conversationSpec";
import type { VoiceSettings } from "./table";

/** Another voice than the assistant's, and the assistant's language, because the tester has to understand it. */
export function testerVoice(
  { voice, talk = DEFAULT_CONVERSATION }: Pick<VoiceSettings, "voice" | "talk">,
  voiceIds: VoiceIds,
) {
  const own = VOICES.find(({ id }) => id === voice);
  const other = VOICES.find(({ id, gender }) => id !== voice && gender !== own?.gender);
  return { voice: voiceSpec((other ?? VOICES[0]).id, voiceIds), ...transcriberSpec(talk) };
}
