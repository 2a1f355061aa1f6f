import { expect, test, vi } from "vitest";
import { must } from "../../lib/must";
import { browserRefusal, openMicrophone, type Surroundings } from "./microphone";

function surroundings(changes: Partial<Surroundings> = {}): Surroundings {
  const getUserMedia = vi.fn<MediaDevices["getUserMedia"]>();
  return {
    isSecure: true,
    mediaDevices: { getUserMedia },
    canPlayCalls: true,
    isMicrophoneAllowed: null,
    ...changes,
  };
}

test.each([
  ["an insecure page", surroundings({ isSecure: false }), "page_insecure"],
  ["no access to devices", surroundings({ mediaDevices: undefined }), "browser_too_old"],
  ["no support for calls", surroundings({ canPlayCalls: false }), "browser_too_old"],
  ["a frame without allow", surroundings({ isMicrophoneAllowed: false }), "microphone_forbidden"],
  ["a browser that can hold calls", surroundings(), null],
])("%s: %s", (_name, given, code) => {
  expect(browserRefusal(given)).toBe(code);
});

test.each([
  ["a denied permission", "NotAllowedError", "microphone_denied"],
  ["no microphone", "NotFoundError", "microphone_missing"],
  ["a microphone in use", "NotReadableError", "microphone_busy"],
  ["any other error", "Odd", "microphone_denied"],
])("%s has a message of its own", async (_name, name, code) => {
  const error = Object.assign(new Error("no"), { name });
  const mediaDevices = { getUserMedia: () => Promise.reject(error) };
  expect(await openMicrophone({ mediaDevices })).toEqual({
    kind: "refused",
    message: { kind: "code", code },
  });
});

test("releasing the microphone stops all its tracks", async () => {
  const stop = vi.fn();
  const stream = { getTracks: () => [{ stop }, { stop }] } as unknown as MediaStream;
  const opened = await openMicrophone({
    mediaDevices: { getUserMedia: () => Promise.resolve(stream) },
  });
  expect(stop).not.toHaveBeenCalled();
  must(opened.kind === "opened" ? opened.microphone : undefined, "a microphone").release();
  expect(stop).toHaveBeenCalledTimes(2);
});
