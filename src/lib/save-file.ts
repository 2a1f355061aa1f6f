import { MINUTE_MS } from "../../convex/shared/durations";

/** Long after the browser has begun to read it. */
const FORGOTTEN_AFTER_MS = MINUTE_MS;

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
