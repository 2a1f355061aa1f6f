import type { Id } from "../../../../convex/_generated/dataModel";

export class UploadError extends Error {
  override name = "UploadError";
}

export async function uploadFile(url: string, file: File): Promise<Id<"_storage">> {
  const headers: Record<string, string> = file.type === "" ? {} : { "Content-Type": file.type };
  let response: Response;
  try {
    response = await fetch(url, { method: "POST", headers, body: file });
  } catch (error) {
    throw new UploadError("Upload failed: no connection", { cause: error });
  }
  if (!response.ok) {
    const said = (await response.text()) || response.statusText;
    throw new UploadError(`Upload failed: ${said}`);
  }
  return ((await response.json()) as { storageId: Id<"_storage"> }).storageId;
}
