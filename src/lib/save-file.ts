/** Long after the browser has begun to read it. */
const FORGOTTEN_AFTER_MS = 60_000;

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, FORGOTTEN_AFTER_MS);
}
