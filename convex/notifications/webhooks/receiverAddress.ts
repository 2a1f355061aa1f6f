/** Which addresses may receive events. */
import { faultOfAddress } from "../../lib/publicAddress";
import { userError } from "../../lib/userError";
import { MAX_WEBHOOK_URL_LENGTH, WEBHOOK_MESSAGES } from "../../shared/webhooks";

/** Returns the address as it is stored, or throws. */
export function checkedAddress(address: string): string {
  const text = address.trim();
  if (text.length > MAX_WEBHOOK_URL_LENGTH) throw refused("tooLong");
  if (!URL.canParse(text)) throw refused("notAnAddress");
  const url = new URL(text);
  const fault = faultOfAddress(url);
  if (fault !== null) throw refused(fault);
  url.hash = "";
  return url.href;
}

function refused(why: keyof typeof WEBHOOK_MESSAGES) {
  return userError("webhook_rejected", WEBHOOK_MESSAGES[why]);
}
