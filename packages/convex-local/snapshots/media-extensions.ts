// So that most files can be looked at; nothing reads it.
const EXTENSIONS: Record<string, string> = {
  "application/json": "json",
  "application/msword": "doc",
  "application/pdf": "pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/zip": "zip",
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
  "audio/wav": "wav",
  "audio/webm": "webm",
  "image/gif": "gif",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/svg+xml": "svg",
  "image/webp": "webp",
  "text/csv": "csv",
  "text/html": "html",
  "text/markdown": "md",
  "text/plain": "txt",
  "video/mp4": "mp4",
  "video/webm": "webm",
};

/** With its dot; empty for an unknown type. */
export function extensionOf(contentType = ""): string {
  const [type = ""] = contentType.split(";");
  const extension = EXTENSIONS[type.trim().toLowerCase()];
  return extension === undefined ? "" : `.${extension}`;
}
