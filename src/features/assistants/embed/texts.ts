/** What the panel with the embed code says. The steps for single platforms are in embed-steps.tsx. */
export const EMBED = {
  label: (name: string) => `Embed code for ${name}`,
  frameTab: "Frame",
  scriptTab: "Script",
  linkTab: "Link",
  linkLoading: "Loading the link",
  copy: "Copy",
  script:
    "This line shows the same button and has room for more: a panel to type in, captions, notices and errors.",
  signedScript:
    "This assistant accepts only calls signed by your server. Paste this before </body>, and make /hark-token answer signed-in users with a new token as plain text. A token works for one call and expires after 15 minutes at most.",
  scriptLabel: "Script to paste",
  copyScript: "Copy script",
  openStudio: "Open in the test studio",
  frame: "Paste this before </body> on every page that should show the button.",
  signedFrame: "Your server replaces TOKEN with a new token each time it sends the page.",
  frameLabel: "HTML to paste",
  serverCode:
    "Your server creates a token like this (Node.js). HARK_SECRET is the secret you saw when you switched signed calls on. Never put it in a page.",
  serverCodeLabel: "Code for your server",
  copyServerCode: "Copy server code",
  platform: (name: string) => `On ${name}`,
} as const;

/** The address of the talk page, and its QR code. */
export const TALK_LINK = {
  text: "A page where visitors can type to your assistant or talk with it. Share its address in emails, messages and on social media. It works once the assistant is published.",
  place: "Place (optional)",
  placeHint: "Such as window or menu. Each conversation that starts there shows it.",
  copy: "Copy address",
  copied: "Address copied.",
  open: "Open the page",
  qr: "The same address as a QR code, for your window, menu or flyer.",
  qrAlt: (name: string) => `QR code with the address of ${name}'s talk page`,
  svg: "SVG",
  png: "PNG",
  file: (type: string) => `talk-page-qr-code.${type}`,
  pngFailed: "This browser cannot save a PNG. Please use the SVG.",
} as const;

export const SEEN = {
  never: "Not seen on any website yet. Open a page with the embed code to check that it works.",
  on: (site: string, age: string) => `Seen on ${site} ${age}`,
  others: (count: number) =>
    `, and before that on ${count} other ${count === 1 ? "website" : "websites"}`,
  justNow: "just now",
  lastDay: "within the last day",
} as const;
