import { Play, Square } from "lucide-react";
import { VOICES, type VoiceId } from "../../../../convex/shared/voices";
import { Button } from "../../../components/button";
import { SETTING_LABELS } from "../texts";
import { SETTINGS_TAB } from "./texts";
import { useVoicePreview } from "./use-voice-preview";

type VoicePickerProps = { value: VoiceId; onChange: (voice: VoiceId) => void };

export function VoicePicker({ value, onChange }: VoicePickerProps) {
  const { playing, toggle } = useVoicePreview();
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{SETTING_LABELS.voice}</legend>
      <ul className="grid auto-rows-fr gap-2 sm:grid-cols-2">
        {VOICES.map((voice) => {
          const isPlaying = playing === voice.id;
          const Icon = isPlaying ? Square : Play;
          return (
            <li
              key={voice.id}
              className="relative flex items-center rounded-control border border-line transition-colors hover:border-field-line has-checked:border-accent-ink has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent-ink has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-accent-ink"
            >
              <label className="min-w-0 flex-1 cursor-pointer py-2 pl-3">
                <input
                  type="radio"
                  className="sr-only"
                  name="voice"
                  value={voice.id}
                  aria-label={voice.name}
                  aria-describedby={`voice-${voice.id}`}
                  checked={value === voice.id}
                  onChange={() => onChange(voice.id)}
                />
                <span className="block font-medium">{voice.name}</span>
                <span id={`voice-${voice.id}`} className="block text-small text-muted">
                  {voice.description}, {voice.gender}
                </span>
              </label>
              <Button
                variant="quiet"
                size="icon"
                className="mr-1"
                aria-label={
                  isPlaying
                    ? SETTINGS_TAB.stopPreview(voice.name)
                    : SETTINGS_TAB.playPreview(voice.name)
                }
                onClick={() => toggle(voice)}
              >
                <Icon size={16} strokeWidth={1.75} aria-hidden />
              </Button>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
