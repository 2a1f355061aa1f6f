/**
 * Records events in a page between a press and the first sound, and between a question and its answer, with the page's
 * own clock. Playwright's own clicks and queries take longer than what is measured.
 */
import type { Frame } from "@playwright/test";

export interface Happening {
  what: string;
  atMs: number;
}

interface WatchedWindow {
  happenings: Happening[];
}

/**
 * Runs in every page and frame before its own scripts. It is a string, because tsx adds helper calls to nested
 * functions.
 */
export const WATCH_CALLS = `{
  const happenings = (window.happenings = []);
  const note = (what) => happenings.push({ what, atMs: performance.now() });
  addEventListener("click", ({ timeStamp }) => happenings.push({ what: "pressed", atMs: timeStamp }), true);

  const noteEnd = (owner, name, what) => {
    const given = owner?.[name];
    if (given === undefined) return;
    owner[name] = async function (...args) {
      const result = await given.apply(this, args);
      note(what(args));
      return result;
    };
  };
  noteEnd(window, "fetch", ([target]) => "answered " + new URL(target.url ?? target, location.href).pathname);
  noteEnd(navigator.mediaDevices, "getUserMedia", () => "microphone");
  noteEnd(window.AudioWorklet?.prototype, "addModule", () => "worklet");
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...args) {
      super(...args);
      this.addEventListener("open", () => note("socket"));
    }
  };
  addEventListener("message", ({ data }) => {
    if (data?.what !== "iframe-call-message") return;
    if (data.action === "join-meeting") note("call machine");
    if (data.action === "joined-meeting") note("joined");
    if (data.action === "participant-joined") note("assistant");
    if (data.action === "app-message" && data.data === "listening") note("listening");
  });

  const LOUD = 0.003;
  /**
   * Records when a track becomes loud and when it was loud last. It reads the samples directly, because an analyser
   * needs an audio context, which takes longer than a step of the call.
   */
  const listen = async ([track], whose) => {
    const reader = new MediaStreamTrackProcessor({ track }).readable.getReader();
    let lastLoud = null;
    const tellEnd = () => {
      if (lastLoud !== null) happenings.push({ what: whose + " ends", atMs: lastLoud });
      lastLoud = null;
    };
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const samples = new Float32Array(read.value.numberOfFrames);
      read.value.copyTo(samples, { planeIndex: 0, format: "f32-planar" });
      read.value.close();
      const now = performance.now();
      const isLoud = samples.some((sample) => Math.abs(sample) > LOUD);
      if (isLoud && lastLoud === null) note(whose + " begins");
      if (isLoud) lastLoud = now;
      if (lastLoud !== null && now - lastLoud > 400) tellEnd();
    }
    tellEnd();
  };
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    if (this.srcObject instanceof MediaStream) void listen(this.srcObject.getAudioTracks(), "assistant");
    return play.call(this);
  };
  const source = window.MediaStreamAudioSourceNode;
  window.MediaStreamAudioSourceNode = class extends source {
    constructor(context, options) {
      super(context, options);
      void listen(options.mediaStream.getAudioTracks(), "visitor");
    }
  };
}`;

/** The events since the last press, in milliseconds after it. */
export async function happeningsIn(frame: Frame): Promise<Happening[]> {
  const all = await frame.evaluate(() => (window as unknown as WatchedWindow).happenings);
  const pressed = all.findLastIndex(({ what }) => what === "pressed");
  const startMs = all[pressed]?.atMs ?? 0;
  return all.slice(pressed).map(({ what, atMs }) => ({ what, atMs: atMs - startMs }));
}
