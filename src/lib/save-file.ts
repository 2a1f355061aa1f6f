import { MINUTE_MS } from "../../convex/shared/durations";

/** By then the browser has started to read the file. */
const REVOKE_AFTER_MS = MINUTE_MS;

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, REVOKE_AFTER_MS);
}
