/** Uploads a file as an owner's browser does. */
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import type { Owner } from "./world.ts";

export async function uploadFile(owner: Owner, content: BlobPart): Promise<Id<"_storage">> {
  const url = await owner.mutation(api.assistants.generateUploadUrl, {});
  const answer = await sendFile(url, content);
  if (!answer.ok) throw new Error(`Upload failed: ${await answer.text()}`);
  return ((await answer.json()) as { storageId: Id<"_storage"> }).storageId;
}

export async function sendFile(url: string, content: BlobPart): Promise<Response> {
  const file = new Blob([content], { type: "text/plain" });
  return await fetch(url, { method: "POST", headers: { "Content-Type": file.type }, body: file });
}
