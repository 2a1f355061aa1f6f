import type { Id } from "../../../../convex/_generated/dataModel";

import { SAVING } from "./texts";

export class UploadError extends Error {
  override name = "UploadError";
}

export async function uploadFile(url: string, file: File): Promise<Id<"_storage">> {
  const headers: Record<string, string> = file.type === "" ? {} : { "Content-Type": file.type };
  let response: Response;
  try {
    response = await fetch(url, { method: "POST", headers, body: file });
  } catch (error) {
    throw new UploadError(SAVING.noConnection, { cause: error });
  }
  if (!response.ok) {
    const reason = (await response.text()) || response.statusText;
    throw new UploadError(SAVING.uploadFailed(reason));
  }
  return ((await response.json()) as { storageId: Id<"_storage"> }).storageId;
}
