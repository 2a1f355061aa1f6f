import { expect, test, vi } from "vitest";
import { openMicrophone, type Surroundings } from "./microphone";

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

function failing(name: string): Surroundings {
  const error = Object.assign(new Error("no"), { name });
  return surroundings({ mediaDevices: { getUserMedia: () => Promise.reject(error) } });
}

const DENIED =
  "Microphone access is required for voice chat. Please allow microphone permissions and try again.";

test.each([
  ["an insecure page", surroundings({ isSecure: false }), /HTTPS/],
  ["no access to devices", surroundings({ mediaDevices: undefined }), /browser does not support/],
  ["no calls", surroundings({ canPlayCalls: false }), /browser does not support/],
  ["a frame without allow", surroundings({ isMicrophoneAllowed: false }), /allow="microphone"/],
  ["a denied permission", failing("NotAllowedError"), DENIED],
  ["no microphone", failing("NotFoundError"), /No microphone was found/],
  ["a microphone in use", failing("NotReadableError"), /Another app/],
  ["anything else", failing("Odd"), DENIED],
])("%s has its own words", async (_name, given, text) => {
  await expect(openMicrophone(given)).rejects.toThrow(text);
});

test("what was opened can be released", async () => {
  const stop = vi.fn();
  const stream = { getTracks: () => [{ stop }, { stop }] } as unknown as MediaStream;
  const microphone = await openMicrophone(
    surroundings({ mediaDevices: { getUserMedia: () => Promise.resolve(stream) } }),
  );
  expect(stop).not.toHaveBeenCalled();
  microphone.release();
  expect(stop).toHaveBeenCalledTimes(2);
});
