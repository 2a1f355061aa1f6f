/** Processes uploaded files: reads their text and records the outcome. */
import type { Clock } from "@hark/stand-in-kit/clock";
import type { FileFolder } from "../store/file-folder.ts";
import type { PlatformStore } from "../store/platform-store.ts";
import type { UploadedFile } from "../store/resources.ts";
import type { DocumentReader } from "./document-reader.ts";

export interface FileProcessing {
  /** Returns immediately. As at the vendor, the upload's response shows a file that is still processing. */
  take(file: UploadedFile): void;
  /** Continues with files that an earlier process had not finished. */
  resume(): void;
  close(): Promise<void>;
}

export interface FileProcessingParts {
  files: PlatformStore["files"];
  folder: FileFolder;
  reader: DocumentReader;
  clock: Clock;
  log: (line: string) => void;
}

export function createFileProcessing(parts: FileProcessingParts): FileProcessing {
  const { files, folder, reader, clock, log } = parts;
  const inProgress = new Set<Promise<void>>();
  let isClosed = false;

  const process = async ({ id, originalName }: UploadedFile) => {
    let result: Partial<UploadedFile>;
    try {
      const { text, cutBecause } = await reader.read({
        name: originalName,
        path: folder.pathOf(id),
      });
      await folder.save(id, { text });
      result = { status: "done", parsedTextBytes: Buffer.byteLength(text) };
      if (cutBecause !== null) {
        log(
          `Only the first ${text.length} characters of "${originalName}" are used: ${cutBecause}.`,
        );
      }
    } catch (error) {
      // It stays as it is, for the next start.
      if (isClosed) return;
      const reason = error instanceof Error ? error.message : String(error);
      log(`"${originalName}" could not be read, so assistants answer without it: ${reason}`);
      result = { status: "failed" };
    }
    const current = files.get(id);
    if (current === null) return folder.delete(id);
    files.put({ ...current, ...result, updatedAt: new Date(clock.now()).toISOString() });
  };

  const processing: FileProcessing = {
    take(file) {
      const processing = process(file).finally(() => inProgress.delete(processing));
      inProgress.add(processing);
    },
    resume() {
      for (const file of files.list({ times: [], limit: Number.MAX_SAFE_INTEGER })) {
        if (file.status === "processing") processing.take(file);
      }
    },
    async close() {
      isClosed = true;
      await reader.close();
      await Promise.all(inProgress);
    },
  };
  return processing;
}
