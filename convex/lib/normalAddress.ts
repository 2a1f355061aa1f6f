/** Normalizes email addresses, so that different spellings of one mailbox count as the same. */

/**
 * Gmail ignores dots (support.google.com/mail/answer/7436150), and both names are the same service
 * (support.google.com/mail/answer/10313).
 */
const GMAIL = ["gmail.com", "googlemail.com"];

/**
 * Removes a tag after a plus, which is the example of RFC 5233 and what large providers ignore. Other providers' dots
 * stay, because addresses that differ in them can belong to two people.
 */
export function normalAddress(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf("@");
  if (at < 0) return address;
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const [untagged = ""] = local.split("+");
  // An address that begins with a plus has no name before the tag.
  const name = untagged === "" ? local : untagged;
  return GMAIL.includes(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
