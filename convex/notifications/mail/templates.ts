/** What each mail says. A new one is a name in mailFields.ts and a function here, or in a file of its own. */
import * as money from "./billingLetters";
import * as outcomes from "./inboxLetters";
import type { Doc, Id } from "../../_generated/dataModel";
import { OAUTH_PROVIDER_NAMES } from "../../shared/oauthProviders";
import { PRODUCT_NAME } from "../../shared/productName";
import { groupOf, unsubscribeKey } from "./choices";
import { timeText } from "./format";
import { asMail, type Letter, type Written } from "./letter";
import { codeFor, linkKeyFor } from "./linkKeys";
import { spelledAddress, withoutLinks } from "./plainText";
import { recipientKey } from "./recipientLinks";
import { summaryLetter } from "./summaryLetter";
import type { Message } from "./table";

/** With the key by which mail of its kind is turned off; null for what cannot be. */
export type WrittenMail = Written & {
  stopKey: string | null;
  /** Whom an answer goes to, if not to us. */
  replyTo: string | null;
};

/** Written anew with each try, and always the same: the mail service compares. */
export async function writeMail(mail: Doc<"mails">, siteUrl: string): Promise<WrittenMail> {
  const letter = await letterOf(mail, siteUrl);
  const stopKey = await stopKeyOf(mail);
  const replyTo =
    mail.message.template === "outcome" ? (mail.message.entry?.replyTo ?? null) : null;
  if (stopKey === null) return { ...asMail(letter), stopKey, replyTo };
  const stop = { label: "Turn these mails off", address: stopPage(siteUrl, stopKey) };
  return { ...asMail({ ...letter, stop }), stopKey, replyTo };
}

async function stopKeyOf({ message, ownerId }: Doc<"mails">): Promise<string | null> {
  if (message.template === "outcome" || message.template === "outcomeDigest") {
    return await unsubscribeKey(message.recipientId, "outcomes");
  }
  const group = groupOf(message);
  return group === null ? null : await unsubscribeKey(ownerId, group);
}

/** Where a press turns mail of a kind off. */
export function stopPage(siteUrl: string, key: string): string {
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
    case "newWay":
      return newWay(message, to, siteUrl);
    case "apiKeyMade":
      return apiKeyMade(message, to, siteUrl);
    case "newAddress":
      return await newAddress({ ...message, ownerId, to }, siteUrl);
    case "addressAsked":
      return addressAsked(message, to, siteUrl);
    case "addressMoved":
      return addressMoved(message, to);
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
      return summaryLetter(message, siteUrl);
    case "outcome":
      return outcomes.outcomeLetter(message, siteUrl);
    case "outcomeDigest":
      return outcomes.outcomeDigestLetter(message, siteUrl);
    case "confirmRecipient": {
      const key = await recipientKey(message.recipientId, to, message.untilMs);
      const link = `${siteUrl}/login/confirm?recipient=${key}`;
      return outcomes.confirmRecipientLetter(message, link);
    }
    case "webhookOff":
      return outcomes.webhookOffLetter(message, siteUrl);
  }
}

async function resetPassword(resetId: Id<"passwordResets">, siteUrl: string): Promise<Letter> {
  const what = resetting(resetId);
  return {
    subject: "Choose a new password",
    preview: "A link and a code, good for one hour.",
    parts: [
      {
        kind: "text",
        text: "Somebody forgot the password of your account, and asked for a new one.",
      },
      {
        kind: "link",
        label: "Choose a new password",
        address: `${siteUrl}/login/forgot?key=${resetId}.${await linkKeyFor(what)}`,
      },
      { kind: "text", text: "Or type this code on the page where you asked:" },
      { kind: "code", code: await codeFor(what) },
      { kind: "text", text: "Either works once, within an hour of asking." },
    ],
    reason: `You get this because somebody asked for it at ${PRODUCT_NAME}. If it was not you, do nothing: your password stays as it is. Never tell anybody the code.`,
  };
}

// It may be a stranger's, and who typed it may have put words into it: "stranger+go.to.evil.example@gmail.com".
async function confirmAddress(address: Confirmation, siteUrl: string): Promise<Letter> {
  const { ownerId, untilMs } = address;
  const key = `${ownerId}.${untilMs}.${await linkKeyFor(confirming(address))}`;
  return {
    subject: "Confirm your address",
    preview: `One press, and ${PRODUCT_NAME} knows that this address is yours.`,
    parts: [
      { kind: "text", text: "Please confirm that this address is yours." },
      {
        kind: "link",
        label: "Confirm address",
        address: `${siteUrl}/login/confirm?key=${key}`,
      },
      { kind: "text", text: "The link works for a week, in any browser." },
    ],
    reason: `You get this because somebody signed up at ${PRODUCT_NAME} with this address. If it was not you, do nothing.`,
  };
}

type NewPlace = Extract<Message, { template: "newPlace" }>;

function newPlace({ device, timeZone, atMs }: NewPlace, to: string, siteUrl: string): Letter {
  const zone = timeZone === null ? "" : `, time zone ${timeZone}`;
  return {
    subject: "A new sign-in to your account",
    preview: `From ${device ?? "an unknown device"}, ${timeText(atMs)}.`,
    parts: [
      {
        kind: "text",
        text: `Somebody signed in as ${to} from a place where you have not been before:`,
      },
      { kind: "text", text: `${device ?? "Unknown device"}${zone}, ${timeText(atMs)}.` },
      {
        kind: "text",
        text: "If it was you, there is nothing to do. If not, sign that place out and change your password.",
      },
      {
        kind: "link",
        label: "See where you are signed in",
        address: `${siteUrl}/dashboard/account`,
      },
    ],
    reason: `You get this because it is your account at ${PRODUCT_NAME}, whatever other mail you have turned off.`,
  };
}

function passwordChanged(atMs: number, siteUrl: string): Letter {
  return {
    subject: "Your password was changed",
    preview: `It is a new one since ${timeText(atMs)}.`,
    parts: [
      {
        kind: "text",
        text: `The password of your account was changed, ${timeText(atMs)}. Everybody else was signed out.`,
      },
      {
        kind: "text",
        text: "If it was you, there is nothing to do. If not, choose another one now:",
      },
      { kind: "link", label: "Choose a new password", address: `${siteUrl}/login/forgot` },
    ],
    reason: `You get this because it is your account at ${PRODUCT_NAME}, whatever other mail you have turned off.`,
  };
}

type NewWay = Extract<Message, { template: "newWay" }>;

function newWay({ way, atMs }: NewWay, to: string, siteUrl: string): Letter {
  const name = OAUTH_PROVIDER_NAMES[way];
  return {
    subject: `Your account is open to ${name}`,
    preview: `Somebody signed in with ${name}, ${timeText(atMs)}.`,
    parts: [
      {
        kind: "text",
        text: `Somebody signed in as ${to} with ${name} for the first time, ${timeText(atMs)}: ${name} says that the address is theirs. From now on that leads into your account, beside your password.`,
      },
      {
        kind: "text",
        text: `If it was you, there is nothing to do. If not, somebody else has your account at ${name}: change your password there, and sign them out here.`,
      },
      {
        kind: "link",
        label: "See where you are signed in",
        address: `${siteUrl}/dashboard/account`,
      },
    ],
    reason: `You get this because it is your account at ${PRODUCT_NAME}, whatever other mail you have turned off.`,
  };
}

type KeyMade = Extract<Message, { template: "apiKeyMade" }>;

function apiKeyMade({ name, atMs }: KeyMade, to: string, siteUrl: string): Letter {
  return {
    subject: "A new API key for your account",
    preview: `“${withoutLinks(name)}”, ${timeText(atMs)}.`,
    parts: [
      {
        kind: "text",
        text: `Somebody who is signed in as ${to} made an API key named “${withoutLinks(name)}”, ${timeText(atMs)}. Whoever has it can read what it was made for.`,
      },
      {
        kind: "text",
        text: "If it was you, there is nothing to do. If not, revoke the key and change your password.",
      },
      { kind: "link", label: "See your keys", address: `${siteUrl}/dashboard/connections` },
    ],
    reason: `You get this because it is your account at ${PRODUCT_NAME}, whatever other mail you have turned off.`,
  };
}

async function newAddress(move: Move, siteUrl: string): Promise<Letter> {
  const { to, untilMs } = move;
  const key = `${untilMs}.${await linkKeyFor(movingTo(move))}`;
  return {
    subject: "Confirm your new address",
    preview: "One press, and this is the address of your account.",
    parts: [
      { kind: "text", text: "You asked that this be the address of your account from now on." },
      {
        kind: "link",
        label: "Confirm new address",
        address: `${siteUrl}/login/confirm?key=${key}&to=${encodeURIComponent(to)}`,
      },
      { kind: "text", text: "The link works for a day, in a browser where you are signed in." },
    ],
    reason: `You get this because the owner of an account at ${PRODUCT_NAME} gave this address as their new one. If that was not you, do nothing: then nothing happens.`,
  };
}

type Moved = Extract<Message, { template: "addressAsked" | "addressMoved" }>;

function addressAsked({ to, atMs }: Moved, from: string, siteUrl: string): Letter {
  const other = to === null ? "another one" : spelledAddress(to);
  return {
    subject: "A new address was asked for",
    preview: `${from} is to be the address of your account no longer.`,
    parts: [
      {
        kind: "text",
        text: `Somebody who knows your password asked, ${timeText(atMs)}, that ${other} be the address of your account instead of ${from}. It will be as soon as that is confirmed there.`,
      },
      {
        kind: "text",
        text: "If it was you, there is nothing to do here. If not, choose another password now: that calls the change off, and signs everybody else out.",
      },
      { kind: "link", label: "Choose another password", address: `${siteUrl}/login/forgot` },
    ],
    reason: `You get this because it is your account at ${PRODUCT_NAME}, whatever other mail you have turned off.`,
  };
}

function addressMoved({ to, atMs }: Moved, from: string): Letter {
  const other = to === null ? "another one" : spelledAddress(to);
  return {
    subject: "Your address was changed",
    preview: `${from} is the address of your account no longer.`,
    parts: [
      {
        kind: "text",
        text: `Since ${timeText(atMs)} the address of your account is ${other}. You sign in with that one, and no more mail comes to ${from}.`,
      },
      {
        kind: "text",
        text: "If it was you, there is nothing to do. If not, answer this mail at once, so that we can give you the account back.",
      },
    ],
    reason: `You get this because this was the address of your account at ${PRODUCT_NAME}.`,
  };
}

/** What the secrets of a mail for a new password are made of. */
export function resetting(resetId: Id<"passwordResets">): string {
  return `reset ${resetId}`;
}

export interface Confirmation {
  ownerId: Id<"users">;
  email: string;
  untilMs: number;
}

/** The same of a link that confirms an address. */
export function confirming({ ownerId, email, untilMs }: Confirmation): string {
  return `confirm ${ownerId} ${untilMs} ${email}`;
}

export interface Move {
  ownerId: Id<"users">;
  to: string;
  /** Of the account when it was asked for: a link of before another one is void. */
  standing: string;
  untilMs: number;
}

/** The same of a link that gives an account another address. */
export function movingTo({ ownerId, to, standing, untilMs }: Move): string {
  return `move ${ownerId} ${untilMs} ${standing} ${to}`;
}
