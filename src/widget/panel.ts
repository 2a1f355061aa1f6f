/**
 * Lets visitors type beside a talk button, or leave a message if typing is off. If the page around has room for a panel, the
 * talk page opens in it: when the visitor presses a small button, when a call cannot start, or when the assistant
 * requests a field. Otherwise a refusal has a link to the talk page.
 */
import type { Voice } from "./engine/lazy-engine";
import { readSetting, removeSetting } from "../lib/browser-setting";
import { reopenKey } from "./frame/reopen";
import type { HostLink } from "./frame/host-link";
import { signedToken } from "./frame/signed-token";
import type { WidgetAssistant } from "./state/assistant";
import { isOngoing } from "./state/call-state";
import type { ButtonAround } from "./talk/button-around";
import { openThreadStore } from "./talk/thread-store";

export interface PanelParts {
  assistant: Pick<WidgetAssistant, "embedId" | "texts" | "startsWithText" | "refusesText">;
  host: HostLink;
  voice: Voice;
}

/** The class of the page while the panel is open. */
const OPEN = "open";
const XMLNS = "http://www.w3.org/2000/svg";
const KEYBOARD = "M3 6h18v12H3zM7 10h.01M12 10h.01M17 10h.01M8 14h8";

/** Not in the page's own stylesheet, because only pages with this script need it. */
const STYLE = `
.chip{position:absolute;inset:0 auto auto 0;display:grid;place-items:center;box-sizing:border-box;width:28px;height:28px;
padding:0;border:1px solid #7b8798;border-radius:50%;background:#fff;color:#0f172a;cursor:pointer}
.chip svg{width:18px}
.chip:hover{background:#f1f5f9}
.chip:focus-visible{outline:2px solid #0f172a;outline-offset:-1px;box-shadow:inset 0 0 0 3px #fff}
iframe{position:absolute;inset:6px 6px 98px;width:calc(100% - 12px);height:calc(100% - 104px);border:0;border-radius:16px;
box-shadow:0 2px 10px rgb(15 23 42/35%)}
html:not(.open) iframe,.open .chip,.chip[hidden]{display:none}
.open #root{position:absolute;right:0;bottom:0;width:90px;height:90px}
.link.type:not([hidden]){display:block;left:50%;transform:translateX(-50%);white-space:nowrap}
@media (max-width:200px){
.link.type{bottom:12px;animation:leave 5s step-end forwards}
.message.failure{padding:22px 4px 26px}
}
@media (max-device-width:480px),(max-device-height:480px){
iframe{inset:0;width:100%;height:100%;border-radius:0}
.open #root{display:none}
}`;

declare global {
  /** The script and the style of the talk page. Defined by the build. */
  var TALK_FILES: string[] | undefined;
}

export function offerTyping(parts: PanelParts): void {
  const style = new CSSStyleSheet();
  style.replaceSync(STYLE);
  document.adoptedStyleSheets.push(style);
  const { texts, refusesText } = parts.assistant;
  const label = texts?.labels.type ?? (refusesText === true ? "Message us" : "Type instead");
  if (parts.host.heard.connect?.opensPanel === true) createPanel(parts, label);
  else createLink(parts, label);
}

function createPanel({ assistant, host, voice }: PanelParts, label: string): void {
  const { embedId, startsWithText, refusesText } = assistant;
  const chip = createChip(label);
  let frame: HTMLIFrameElement | null = null;
  const show = (shown: boolean) => {
    document.documentElement.classList.toggle(OPEN, shown);
    host.send({ hark: "panel", isOpen: shown });
    nameButton();
  };
  // Where a press on the button opens the panel, the button has the small button's name and takes its place.
  const button = startsWithText === true ? document.getElementById("button") : null;
  chip.hidden = button !== null;
  const nameButton = () => {
    if (isOpen() || isOngoing(voice.state())) button?.removeAttribute("aria-labelledby");
    else button?.setAttribute("aria-labelledby", chip.id);
  };
  const load = () => (frame ??= createFrame(embedId, label));
  const open = () => {
    const opened = load();
    show(true);
    // Its page may have been loaded while it could not have the focus.
    (opened.contentDocument?.querySelector("textarea") ?? opened).focus();
  };
  const around: ButtonAround = {
    ...{ host, voice, thread: openThreadStore(embedId, false) },
    signedToken: async () => await signedToken(host),
    open: () => show(true),
    close() {
      show(false);
      (button ?? chip).focus();
    },
  };
  window.harkButton = around;
  chip.addEventListener("click", open);
  for (const intent of ["pointerenter", "focus"]) {
    (button ?? chip).addEventListener(intent, load, { once: true });
  }
  if (button !== null) openInsteadOfCall(voice, open);
  if (readSetting(reopenKey(embedId)) !== null) {
    removeSetting(reopenKey(embedId));
    open();
  }
  voice.listen(nameButton);
  nameButton();
  whileFailed(voice, (hasFailed) => {
    if (hasFailed) open();
    // With typing off, the panel has nothing to show during a call.
    else if (refusesText === true) show(false);
  });
  // During a call the talk page checks whether the assistant has requested a field.
  voice.listen(() => {
    if (voice.state().kind === "active") load();
  });
}

function createLink({ assistant, host, voice }: PanelParts, label: string): void {
  const link = document.createElement("a");
  const href = talkPageOf(assistant.embedId);
  Object.assign(link, { href, target: "_blank", rel: "noopener", className: "link type" });
  link.textContent = label;
  addToPage(link);
  whileFailed(voice, (hasFailed) => {
    link.hidden = !hasFailed || host.heard.connect?.showsMessages === true;
  });
}

/** A press while the panel is open begins a call, as the button's name says. */
function openInsteadOfCall(voice: Voice, open: () => void): void {
  const root = document.getElementById("root");
  const onClick = (event: Event) => {
    if (isOpen() || isOngoing(voice.state())) return;
    event.stopPropagation();
    open();
  };
  // Before the button's own listener.
  root?.addEventListener("click", onClick, { capture: true });
}

function isOpen(): boolean {
  return document.documentElement.classList.contains(OPEN);
}

function whileFailed(voice: Voice, show: (hasFailed: boolean) => void): void {
  const look = () => show(voice.state().kind === "failed");
  voice.listen(look);
  look();
}

function talkPageOf(embedId: string): string {
  return `/talk/${encodeURIComponent(embedId)}`;
}

function createChip(label: string): HTMLButtonElement {
  const chip = document.createElement("button");
  const sign = document.createElementNS(XMLNS, "svg");
  const path = document.createElementNS(XMLNS, "path");
  const drawn = {
    viewBox: "0 0 24 24",
    fill: "none",
    stroke: "currentColor",
    "aria-hidden": "true",
  };
  for (const [name, value] of Object.entries(drawn)) sign.setAttribute(name, value);
  path.setAttribute("d", KEYBOARD);
  sign.append(path);
  Object.assign(chip, { id: "type", type: "button", className: "chip", ariaLabel: label });
  chip.title = label;
  chip.append(sign);
  addToPage(chip);
  return chip;
}

/** Into the page's landmark, beside the button. */
function addToPage(element: HTMLElement): void {
  document.getElementById("root")?.append(element);
}

function createFrame(embedId: string, title: string): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  Object.assign(frame, { src: talkPageOf(embedId), title });
  document.body.append(frame);
  for (const file of globalThis.TALK_FILES ?? []) prefetch(file);
  return frame;
}

/** Otherwise the frame's page would request it one round trip later. */
function prefetch(href: string): void {
  const link = document.createElement("link");
  Object.assign(link, { rel: "prefetch", href });
  document.head.append(link);
}
