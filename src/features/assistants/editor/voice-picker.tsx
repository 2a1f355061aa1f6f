import { Play, Square } from "lucide-react";
import { fallbackPreviewUrl, VOICES, type VoiceId } from "../../../../convex/shared/voices";
import { Button } from "../../../components/button";
import { SETTING_LABELS } from "../texts";
import { SETTINGS_TAB } from "./texts";
import { useVoicePreview, type VoicePreview } from "./use-voice-preview";

type VoicePickerProps = { value: VoiceId; onChange: (voice: VoiceId) => void };

export function VoicePicker({ value, onChange }: VoicePickerProps) {
  const preview = useVoicePreview();
  const chosen = VOICES.find(({ id }) => id === value);
  const fallbackUrl = chosen === undefined ? null : fallbackPreviewUrl(chosen.fallback);
  function choose(voice: VoiceId) {
    // The button that stops it may disappear.
    if (fallbackUrl !== null && preview.playing === fallbackUrl) preview.toggle(fallbackUrl);
    onChange(voice);
  }
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{SETTING_LABELS.voice}</legend>
      <ul className="grid auto-rows-fr gap-2 sm:grid-cols-2">
        {VOICES.map((voice) => (
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
                onChange={() => choose(voice.id)}
              />
              <span className="block font-medium">{voice.name}</span>
              <span id={`voice-${voice.id}`} className="block text-small text-muted">
                {voice.description}, {voice.gender}
              </span>
            </label>
            <PreviewButton name={voice.name} previewUrl={voice.previewUrl} {...preview} />
          </li>
        ))}
      </ul>
      {chosen !== undefined && fallbackUrl !== null && (
        <p className="mt-2 flex items-center gap-1 text-small text-muted">
          {SETTINGS_TAB.fallbackVoice(chosen.name, chosen.fallback)}
          <PreviewButton name={chosen.fallback} previewUrl={fallbackUrl} {...preview} />
        </p>
      )}
    </fieldset>
  );
}

type PreviewButtonProps = { name: string; previewUrl: string } & VoicePreview;

function PreviewButton({ name, previewUrl, playing, toggle }: PreviewButtonProps) {
  const isPlaying = playing === previewUrl;
  const Icon = isPlaying ? Square : Play;
  const label = isPlaying ? SETTINGS_TAB.stopPreview : SETTINGS_TAB.playPreview;
  return (
    <Button
      variant="quiet"
      size="icon"
      className="mr-1"
      aria-label={label(name)}
      onClick={() => toggle(previewUrl)}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
    </Button>
  );
}
