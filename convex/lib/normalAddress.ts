/** What people whose mailbox is the same are told by, whatever spelling they sign up with. */

/**
 * Dots mean nothing there (support.google.com/mail/answer/7436150), and the second name is the older one
 * of the first (support.google.com/mail/answer/10313).
 */
const GMAIL = ["gmail.com", "googlemail.com"];

/**
 * A tag behind a plus is what RFC 5233 gives as its example and what the large providers take off. Dots are
 * left alone everywhere else: there they may well be two people's.
 */
export function normalAddress(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf("@");
  if (at < 0) return address;
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const [untagged = ""] = local.split("+");
  // Nothing but a tag is somebody's name.
  const name = untagged === "" ? local : untagged;
  return GMAIL.includes(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
