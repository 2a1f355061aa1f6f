/** The text of each email. To add one, add it to `message` in table.ts and write its function here or in a file of its own. */
import type { Doc, Id } from "../../_generated/dataModel";
import { DAY_MS } from "../../shared/durations";
import { OAUTH_PROVIDER_NAMES } from "../../shared/oauthProviders";
import { PRODUCT_NAME } from "../../shared/productName";
import type { AutomaticMail, MailAttachment } from "../../vendors/resend";
import { createUnsubscribeKey, groupOf } from "./choices";
import { type Letter, renderMail, type Written } from "./letter";
import type { Message } from "./table";
import { answerPathOf } from "./answerLink";
import * as money from "./billingLetters";
import { spelledAddress, withoutLinks } from "./plainText";
import { codeFor, linkKeyFor } from "./linkKeys";
import * as outcomes from "./inboxLetters";
import { recipientKey } from "./recipientLinks";
import { REPLY_DAYS } from "./replies";
import { nightlyLetter } from "./nightlyLetter";
import { receivingDomain, replyAddressOf } from "./replyAddress";
import { replyLetter } from "./replyLetter";
import { attachmentsOf, slipLetter } from "./slipLetter";
import { summaryLetter } from "./summaryLetter";
import { timeText } from "./format";

export type WrittenMail = Written & {
  /** The key of the unsubscribe link. Null if mail of this kind cannot be turned off. */
  unsubscribeKey: string | null;
  /** Who gets replies, if not we. */
  replyTo: string | null;
  automatic: AutomaticMail | null;
  attachments: MailAttachment[];
};

/** Headers that tell mail programs not to send an automatic reply. */
const AUTOMATIC: Partial<Record<Message["template"], AutomaticMail>> = {
  nightlyCheck: "auto-generated",
  summary: "auto-generated",
  replyResult: "auto-replied",
  slip: "auto-generated",
};

/** Each attempt writes exactly the same mail, because the mail service compares it with the first. */
export async function writeMail(mail: Doc<"mails">, siteUrl: string): Promise<WrittenMail> {
  const letter = await letterOf(mail, siteUrl);
  const unsubscribeKey = await unsubscribeKeyOf(mail);
  const replyTo = await replyToOf(mail);
  const automatic = AUTOMATIC[mail.message.template] ?? null;
  const attachments = mail.message.template === "slip" ? attachmentsOf(mail.message) : [];
  const rest = { unsubscribeKey, replyTo, automatic, attachments };
  if (unsubscribeKey === null) return { ...renderMail(letter), ...rest };
  const address = unsubscribePage(siteUrl, unsubscribeKey);
  const unsubscribe = { label: "Turn these emails off", address };
  return { ...renderMail({ ...letter, unsubscribe }), ...rest };
}

async function replyToOf(mail: Doc<"mails">): Promise<string | null> {
  const { message } = mail;
  if (message.template === "outcome") return message.entry?.replyTo ?? null;
  const hasQuestions = message.template === "summary" && (message.questions ?? []).length > 0;
  return hasQuestions ? await replyAddressOf(mail) : null;
}

async function unsubscribeKeyOf({ message, ownerId }: Doc<"mails">): Promise<string | null> {
  if (message.template === "outcome" || message.template === "outcomeDigest") {
    return await createUnsubscribeKey(message.recipientId, "outcomes");
  }
  const group = groupOf(message);
  return group === null ? null : await createUnsubscribeKey(ownerId, group);
}

/** The page with a button that turns mail of a kind off. */
export function unsubscribePage(siteUrl: string, key: string): string {
  return `${siteUrl}/login/confirm?stop=${encodeURIComponent(key)}`;
}

async function letterOf(mail: Doc<"mails">, siteUrl: string): Promise<Letter> {
  const { message, to, ownerId } = mail;
  switch (message.template) {
    case "resetPassword":
      return await resetPassword(message.resetId, siteUrl);
    case "confirmAddress":
      return await confirmAddress({ ownerId, email: to, untilMs: message.untilMs }, siteUrl);
    case "newPlace":
      return newPlace(message, to, siteUrl);
    case "passwordChanged":
      return passwordChanged(message.atMs, siteUrl);
    case "newSignInMethod":
      return newSignInMethod(message, to, siteUrl);
    case "apiKeyCreated":
      return apiKeyCreated(message, to, siteUrl);
    case "newAddress":
      return await newAddress({ ...message, ownerId, to }, siteUrl);
    case "addressChangeRequested":
      return addressChangeRequested(message, to, siteUrl);
    case "addressChanged":
      return addressChanged(message, to);
    case "usage":
      return money.usageLetter(message, siteUrl);
    case "spending":
      return money.spendingLetter(message, siteUrl);
    case "dailyLimit":
      return money.dailyLimitLetter(message, siteUrl);
    case "payment":
      return money.paymentLetter(message, siteUrl);
    case "graceEnding":
      return money.graceEndingLetter(message, siteUrl);
    case "trialEnding":
      return money.trialEndingLetter(message, siteUrl);
    case "planChanged":
      return money.planChangedLetter(message, siteUrl);
    case "planEnded":
      return money.planEndedLetter(message, siteUrl);
    case "summary":
      return summaryLetter(message, {
        siteUrl,
        repliesUntilMs:
          receivingDomain() === null ? null : mail._creationTime + REPLY_DAYS * DAY_MS,
      });
    case "nightlyCheck":
      return nightlyLetter(message, siteUrl);
    case "replyResult":
      return replyLetter(message, siteUrl);
    case "outcome": {
      const { questionId } = message;
      const answerPath = questionId === undefined ? null : await answerPathOf(questionId);
      return outcomes.outcomeLetter(message, siteUrl, answerPath);
    }
    case "outcomeDigest":
      return outcomes.outcomeDigestLetter(message, siteUrl);
    case "confirmRecipient": {
      const key = await recipientKey(message.recipientId, to, message.untilMs);
      const link = `${siteUrl}/login/confirm?recipient=${key}`;
      return outcomes.confirmRecipientLetter(message, link);
    }
    case "slip":
      return slipLetter(message);
    case "webhookOff":
      return outcomes.webhookOffLetter(message, siteUrl);
  }
}

async function resetPassword(resetId: Id<"passwordResets">, siteUrl: string): Promise<Letter> {
  const purpose = resetPurpose(resetId);
  return {
    subject: "Choose a new password",
    preview: "A link and a code that work for one hour.",
    parts: [
      {
        kind: "text",
        text: "We received a request to reset your password.",
      },
      {
        kind: "link",
        label: "Choose a new password",
        address: `${siteUrl}/login/forgot?key=${resetId}.${await linkKeyFor(purpose)}`,
      },
      { kind: "text", text: "Or enter this code on the page where you requested it:" },
      { kind: "code", code: await codeFor(purpose) },
      { kind: "text", text: "The link and the code work once, within one hour." },
    ],
    reason: `You get this email because somebody requested it at ${PRODUCT_NAME}. If it was not you, ignore it: your password stays the same. Never share the code with anybody.`,
  };
}

// The address is not shown: it may be a stranger's, and whoever typed it may have put a message in it, such as
// "stranger+go.to.evil.example@gmail.com".
async function confirmAddress(address: Confirmation, siteUrl: string): Promise<Letter> {
  const { ownerId, untilMs } = address;
  const key = `${ownerId}.${untilMs}.${await linkKeyFor(confirmationPurpose(address))}`;
  return {
    subject: "Confirm your email address",
    preview: `Confirm that this address belongs to your ${PRODUCT_NAME} account.`,
    parts: [
      { kind: "text", text: "Please confirm that this email address is yours." },
      {
        kind: "link",
        label: "Confirm email address",
        address: `${siteUrl}/login/confirm?key=${key}`,
      },
      { kind: "text", text: "The link works for one week, in any browser." },
    ],
    reason: `You get this email because somebody signed up at ${PRODUCT_NAME} with this address. If it was not you, you can ignore it.`,
  };
}

type NewPlace = Extract<Message, { template: "newPlace" }>;

function newPlace({ device, timeZone, atMs }: NewPlace, to: string, siteUrl: string): Letter {
  const zone = timeZone === null ? "" : `, time zone ${timeZone}`;
  return {
    subject: "New sign-in to your account",
    preview: `From ${device ?? "an unknown device"}, ${timeText(atMs)}.`,
    parts: [
      {
        kind: "text",
        text: `Somebody signed in as ${to} from a new device or place:`,
      },
      { kind: "text", text: `${device ?? "Unknown device"}${zone}, ${timeText(atMs)}.` },
      {
        kind: "text",
        text: "If this was you, you can ignore this email. If not, sign that device out and change your password.",
      },
      {
        kind: "link",
        label: "See where you are signed in",
        address: `${siteUrl}/dashboard/account`,
      },
    ],
    reason: `You get this email because it concerns the security of your ${PRODUCT_NAME} account. It cannot be turned off.`,
  };
}

function passwordChanged(atMs: number, siteUrl: string): Letter {
  return {
    subject: "Your password was changed",
    preview: `Changed on ${timeText(atMs)}.`,
    parts: [
      {
        kind: "text",
        text: `Your password was changed on ${timeText(atMs)}. All other sessions were signed out.`,
      },
      {
        kind: "text",
        text: "If this was you, you can ignore this email. If not, reset your password now:",
      },
      { kind: "link", label: "Reset your password", address: `${siteUrl}/login/forgot` },
    ],
    reason: `You get this email because it concerns the security of your ${PRODUCT_NAME} account. It cannot be turned off.`,
  };
}

type NewSignInMethod = Extract<Message, { template: "newSignInMethod" }>;

function newSignInMethod({ provider, atMs }: NewSignInMethod, to: string, siteUrl: string): Letter {
  const name = OAUTH_PROVIDER_NAMES[provider];
  return {
    subject: `Sign-in with ${name} was added to your account`,
    preview: `First sign-in with ${name} on ${timeText(atMs)}.`,
    parts: [
      {
        kind: "text",
        text: `On ${timeText(atMs)}, somebody signed in as ${to} with ${name} for the first time. ${name} confirmed that the address is theirs. From now on, that ${name} account can sign in to your account, in addition to your password.`,
      },
      {
        kind: "text",
        text: `If this was you, you can ignore this email. If not, somebody else may control your ${name} account: change your ${name} password, then sign them out here.`,
      },
      {
        kind: "link",
        label: "See where you are signed in",
        address: `${siteUrl}/dashboard/account`,
      },
    ],
    reason: `You get this email because it concerns the security of your ${PRODUCT_NAME} account. It cannot be turned off.`,
  };
}

type ApiKeyCreated = Extract<Message, { template: "apiKeyCreated" }>;

function apiKeyCreated({ name, atMs }: ApiKeyCreated, to: string, siteUrl: string): Letter {
  return {
    subject: "New API key for your account",
    preview: `“${withoutLinks(name)}”, ${timeText(atMs)}.`,
    parts: [
      {
        kind: "text",
        text: `On ${timeText(atMs)}, somebody signed in as ${to} created an API key named “${withoutLinks(name)}”. Anyone with the key can read the data that it gives access to.`,
      },
      {
        kind: "text",
        text: "If this was you, you can ignore this email. If not, revoke the key and change your password.",
      },
      { kind: "link", label: "See your keys", address: `${siteUrl}/dashboard/connections` },
    ],
    reason: `You get this email because it concerns the security of your ${PRODUCT_NAME} account. It cannot be turned off.`,
  };
}

async function newAddress(change: AddressChange, siteUrl: string): Promise<Letter> {
  const { to, untilMs } = change;
  const key = `${untilMs}.${await linkKeyFor(addressChangePurpose(change))}`;
  return {
    subject: "Confirm your new email address",
    preview: "Confirm to use this address for your account.",
    parts: [
      { kind: "text", text: "You asked to use this email address for your account." },
      {
        kind: "link",
        label: "Confirm new email address",
        address: `${siteUrl}/login/confirm?key=${key}&to=${encodeURIComponent(to)}`,
      },
      { kind: "text", text: "The link works for one day, in a browser where you are signed in." },
    ],
    reason: `You get this email because the owner of a ${PRODUCT_NAME} account entered this address as their new one. If it was not you, ignore it and nothing changes.`,
  };
}

type ToOldAddress = Extract<Message, { template: "addressChangeRequested" | "addressChanged" }>;

function addressChangeRequested({ to, atMs }: ToOldAddress, from: string, siteUrl: string): Letter {
  const other = to === null ? "another address" : spelledAddress(to);
  return {
    subject: "Your email address is about to change",
    preview: `Your account may soon stop using ${from}.`,
    parts: [
      {
        kind: "text",
        text: `On ${timeText(atMs)}, somebody who knows your password asked to change your account's email address from ${from} to ${other}. It changes once the new address is confirmed.`,
      },
      {
        kind: "text",
        text: "If this was you, you can ignore this email. If not, reset your password now. That cancels the change and signs everybody else out.",
      },
      { kind: "link", label: "Reset your password", address: `${siteUrl}/login/forgot` },
    ],
    reason: `You get this email because it concerns the security of your ${PRODUCT_NAME} account. It cannot be turned off.`,
  };
}

function addressChanged({ to, atMs }: ToOldAddress, from: string): Letter {
  const other = to === null ? "another address" : spelledAddress(to);
  return {
    subject: "Your email address was changed",
    preview: `Your account no longer uses ${from}.`,
    parts: [
      {
        kind: "text",
        text: `On ${timeText(atMs)}, your account's email address was changed to ${other}. Sign in with that address from now on. We no longer send emails to ${from}.`,
      },
      {
        kind: "text",
        text: "If this was you, you can ignore this email. If not, reply to this email right away so that we can restore your account.",
      },
    ],
    reason: `You get this email because this was the address of your ${PRODUCT_NAME} account.`,
  };
}

/** The text from which the link and the code of a password reset are derived. */
export function resetPurpose(resetId: Id<"passwordResets">): string {
  return `reset ${resetId}`;
}

export interface Confirmation {
  ownerId: Id<"users">;
  email: string;
  untilMs: number;
}

/** The text from which the link that confirms an address is derived. */
export function confirmationPurpose({ ownerId, email, untilMs }: Confirmation): string {
  return `confirm ${ownerId} ${untilMs} ${email}`;
}

export interface AddressChange {
  ownerId: Id<"users">;
  to: string;
  /** Of the account's address and password at the time of the request. The link stops working when they change. */
  fingerprint: string;
  untilMs: number;
}

/** The text from which the link that changes an account's address is derived. */
export function addressChangePurpose({ ownerId, to, fingerprint, untilMs }: AddressChange): string {
  return `move ${ownerId} ${untilMs} ${fingerprint} ${to}`;
}
