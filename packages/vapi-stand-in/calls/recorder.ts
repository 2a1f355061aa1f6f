/** Records a call to disk: both sides mixed, frame by frame. */
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { bytesOf, FRAME_SAMPLES } from "../speech/pcm.ts";
import { WAV_HEADER_BYTES, wavHeader } from "../speech/wav.ts";

export interface Recorder {
  write(frame: Int16Array): void;
  /** Resolves once the file is complete. */
  close(): Promise<void>;
}

// Half a second: few writes, and little is lost if the machine fails.
const FRAMES_PER_WRITE = 25;

export async function openRecorder(
  file: string,
  onError: (error: unknown) => void,
): Promise<Recorder> {
  const handle = await open(file, "w");
  await handle.write(wavHeader(0));
  let frames: Buffer[] = [];
  let writing = Promise.resolve();

  const flush = () => {
    if (frames.length === 0) return;
    const chunk = Buffer.concat(frames);
    frames = [];
    writing = writing.then(() => append(handle, chunk)).catch(onError);
  };

  return {
    write(frame) {
      // Copied: the frame's memory may be used again before it is written.
      frames.push(Buffer.from(bytesOf(frame)));
      if (frames.length >= FRAMES_PER_WRITE) flush();
    },
    async close() {
      flush();
      await writing;
      await writeLength(handle);
      await handle.close();
    },
  };
}

/** Repairs the recording of a call that ended with the process. */
export async function repairRecording(file: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await open(file, "r+");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  await writeLength(handle);
  await handle.close();
}

async function append(handle: FileHandle, chunk: Buffer): Promise<void> {
  await handle.write(chunk);
}

async function writeLength(handle: FileHandle): Promise<void> {
  const { size } = await handle.stat();
  const dataBytes = Math.max(0, size - WAV_HEADER_BYTES);
  await handle.write(
    wavHeader(dataBytes - (dataBytes % (2 * FRAME_SAMPLES))),
    0,
    WAV_HEADER_BYTES,
    0,
  );
}
