import { act, cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { toast } from "sonner";
import { Toasts } from "../../../components/toasts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { VoicePicker } from "./voice-picker";

class FakeAudio extends EventTarget {
  static made: FakeAudio[] = [];
  static playing = () => FakeAudio.made.filter((audio) => audio.isPlaying).map(({ src }) => src);
  static refusal: Error | null = null;
  isPlaying = false;
  readonly src: string;

  constructor(src: string) {
    super();
    this.src = src;
    FakeAudio.made.push(this);
  }

  play() {
    this.isPlaying = FakeAudio.refusal === null;
    return FakeAudio.refusal === null ? Promise.resolve() : Promise.reject(FakeAudio.refusal);
  }

  pause() {
    this.isPlaying = false;
  }
}

beforeEach(() => {
  FakeAudio.made = [];
  FakeAudio.refusal = null;
  vi.stubGlobal("Audio", FakeAudio);
});
afterEach(() => {
  cleanup();
  toast.dismiss();
});

function setUp() {
  const onChange = vi.fn();
  const { unmount, rerender } = render(
    <>
      <VoicePicker value="jessica" onChange={onChange} />
      <Toasts />
    </>,
  );
  return { onChange, unmount, rerender, user: userEvent.setup() };
}

const press = (name: RegExp) => userEvent.click(screen.getByRole("button", { name }));

test("every voice can be chosen, and one is selected", async () => {
  const { onChange, user } = setUp();
  const radios = screen.getAllByRole<HTMLInputElement>("radio");
  expect(radios).toHaveLength(8);
  expect(radios.filter(({ checked }) => checked).map(({ value }) => value)).toEqual(["jessica"]);
  await user.click(screen.getByRole("radio", { name: "Daniel" }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith("daniel");
});

test("one preview plays at a time", async () => {
  setUp();
  await press(/Play the preview of Lily/);
  expect(FakeAudio.playing()).toEqual(["/voice-previews/lily.wav"]);
  await press(/Play the preview of Brian/);
  expect(FakeAudio.playing()).toEqual(["/voice-previews/brian.wav"]);
  expect(screen.getAllByRole("button", { name: /^Stop/ })).toHaveLength(1);
});

test("pressing again stops it", async () => {
  setUp();
  await press(/Play the preview of Lily/);
  await press(/Stop the preview of Lily/);
  expect(FakeAudio.playing()).toEqual([]);
  expect(screen.queryByRole("button", { name: /^Stop/ })).toBeNull();
});

test("a preview stops at its end and when the form closes", async () => {
  const { unmount } = setUp();
  await press(/Play the preview of Lily/);
  act(() => void FakeAudio.made[0]?.dispatchEvent(new Event("ended")));
  expect(screen.queryByRole("button", { name: /^Stop/ })).toBeNull();
  await press(/Play the preview of Lily/);
  unmount();
  expect(FakeAudio.playing()).toEqual([]);
});

test("a preview that fails to play shows an error", async () => {
  FakeAudio.refusal = new DOMException("No permission", "NotAllowedError");
  setUp();
  await press(/Play the preview of Lily/);
  expect(await screen.findByText("Failed to play voice preview")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Stop/ })).toBeNull();
});

test("a preview that fails to load shows one error", async () => {
  FakeAudio.refusal = new DOMException("No source", "NotSupportedError");
  setUp();
  await press(/Play the preview of Lily/);
  act(() => void FakeAudio.made[0]?.dispatchEvent(new Event("error")));
  expect(await screen.findByText("Failed to load voice preview")).toBeTruthy();
  expect(screen.queryByText("Failed to play voice preview")).toBeNull();
});

test("late events of a replaced preview are ignored", async () => {
  setUp();
  await press(/Play the preview of Lily/);
  await press(/Play the preview of Brian/);
  act(() => void FakeAudio.made[0]?.dispatchEvent(new Event("ended")));
  expect(FakeAudio.playing()).toEqual(["/voice-previews/brian.wav"]);
});

test("the fallback of the chosen voice is named below, and can be heard", async () => {
  const { rerender, user } = setUp();
  expect(screen.getByText("If Jessica is unavailable, calls use Savannah.")).toBeTruthy();
  await press(/Play the preview of Savannah/);
  expect(FakeAudio.playing()).toEqual(["/voice-previews/savannah.wav"]);
  await user.click(screen.getByRole("radio", { name: "Liam" }));
  expect(FakeAudio.playing()).toEqual([]);
  rerender(<VoicePicker value="liam" onChange={vi.fn()} />);
  expect(screen.getByText("If Liam is unavailable, calls use Nico.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Play the preview of Nico" })).toBeTruthy();
  expect(screen.queryByText(/Savannah/)).toBeNull();
});

test("a fallback and a voice never play at the same time", async () => {
  setUp();
  await press(/Play the preview of Savannah/);
  await press(/Play the preview of Jessica/);
  expect(FakeAudio.playing()).toEqual(["/voice-previews/jessica.wav"]);
  await press(/Play the preview of Savannah/);
  expect(FakeAudio.playing()).toEqual(["/voice-previews/savannah.wav"]);
  expect(screen.getAllByRole("button", { name: /^Stop/ })).toHaveLength(1);
  await press(/Stop the preview of Savannah/);
  expect(FakeAudio.playing()).toEqual([]);
});
