/** The counterpart of one daily-js call object: implements the part that daily-js loads from the network. */
import type { ToPage } from "../room-protocol.ts";
import { openPostbox } from "./envelope.ts";
import type { DailyRequest, Postbox } from "./envelope.ts";
import { createLevelObserver } from "./levels.ts";
import { openMicrophone } from "./microphone.ts";
import type { MicrophoneFault } from "./microphone.ts";
import { assistant, visitor } from "./participants.ts";
import type { Presence } from "./participants.ts";
import { openRoomSocket } from "./room-socket.ts";
import type { RoomSocket } from "./room-socket.ts";
import { openSound } from "./sound.ts";
import type { Sound } from "./sound.ts";
import { createTrackStore } from "./track-store.ts";

interface Meeting {
  socket: RoomSocket;
  sound: Sound;
  microphone: MediaStream | null;
  self: Presence;
  assistant: Presence | null;
}

const EJECTED = "Meeting has ended";
const CONNECTION_LOST = "The connection to the room was lost";

export class CallMachine {
  readonly store = createTrackStore();
  private readonly postbox: Postbox;
  private readonly remoteLevels = createLevelObserver();
  private readonly localLevels = createLevelObserver();
  private meeting: Meeting | null = null;
  /** Opened early, while the page still requests its room. */
  private sound: Promise<Sound> | null;
  /** Grows whenever a meeting ends, so that a join in progress can detect that it is outdated. */
  private generation = 0;

  constructor(callClientId: string) {
    this.sound = this.newSound();
    this.postbox = openPostbox(callClientId, (request) => {
      if (request.action === "join-meeting") void this.join(request);
      else this.handle(request);
    });
  }

  /** daily-js loads the script anew for each call, and forgets the machine before. */
  reset(): void {
    this.end();
    this.postbox.close();
  }

  private newSound(): Promise<Sound> {
    const sound = openSound((frame) => this.meeting?.socket.sendAudio(frame));
    sound.catch(() => undefined);
    return sound;
  }

  private handle(request: DailyRequest): void {
    const { postbox, meeting } = this;
    switch (request.action) {
      case "leave-meeting":
        meeting?.socket.send({ type: "leave" });
        this.end();
        return postbox.post("left-meeting");
      case "update-participant":
        return this.subscribe(request);
      case "app-msg":
        meeting?.socket.send({ type: "app-message", data: String(request.data) });
        return;
      case "local-audio":
        return this.setMicrophone(request.state === true);
      case "start-remote-participants-audio-level-observer":
        postbox.reply(request);
        return this.remoteLevels.start(request.interval, () => this.reportRemoteLevel());
      case "stop-remote-participants-audio-level-observer":
        return this.remoteLevels.stop();
      case "start-local-audio-level-observer":
        postbox.reply(request);
        return this.localLevels.start(request.interval, () => this.reportLocalLevel());
      case "stop-local-audio-level-observer":
        return this.localLevels.stop();
      case "update-input-settings":
        return postbox.reply(request, { inputSettings: request.inputSettings });
      case "set-input-devices":
      case "set-output-device":
      case "get-input-devices":
        return postbox.reply(request, { camera: {}, mic: this.microphoneDevice(), speaker: {} });
      default:
        // Logs and settings of video, which have no meaning here.
        return postbox.reply(request);
    }
  }

  /** Opens everything that a meeting needs at the same time, because each part takes long on a slow network. */
  private async join(request: DailyRequest): Promise<void> {
    const { postbox } = this;
    const { generation } = this;
    const { properties = {} } = request as {
      properties?: { url?: unknown; audioSource?: unknown };
    };
    const openings = [
      openMicrophone(properties.audioSource),
      this.sound ?? this.newSound(),
      openRoomSocket(String(properties.url), this.roomEvents()),
    ] as const;
    this.sound = null;
    const isLate = () => this.generation !== generation;
    try {
      const [opened, sound, socket] = await Promise.all(openings);
      if (isLate()) {
        releaseAll(openings);
        return;
      }
      if (!socket.isOpen()) throw new Error("The room was closed");
      const microphone = opened instanceof MediaStream ? opened : null;
      if (opened !== null && !(opened instanceof MediaStream)) this.reportFault(opened);
      if (microphone !== null) sound.listenTo(microphone);
      const self = { sessionId: crypto.randomUUID(), joinedAt: new Date() };
      this.meeting = { socket, sound, microphone, self, assistant: null };
      this.store.setMicrophone(microphone);
      postbox.post("call-machine-initialized");
      postbox.post("joined-meeting", {
        participants: { local: visitor(self, microphone !== null) },
      });
      this.reportConnections("connected");
      postbox.reply(request);
      socket.send({ type: "join", hasMicrophone: microphone !== null });
    } catch (error) {
      releaseAll(openings);
      const message = error instanceof Error ? error.message : String(error);
      if (!isLate()) postbox.reply(request, { error: message });
    }
  }

  private roomEvents() {
    return {
      onMessage: (message: ToPage) => this.onRoomMessage(message),
      onAudio: (frame: Int16Array) => this.meeting?.sound.play(frame),
      onInterrupted: () => this.reportConnections("interrupted"),
      onConnected: () => this.reportConnections("connected"),
      onLost: () => this.endWith({ type: "connection-error", msg: CONNECTION_LOST }),
    };
  }

  private onRoomMessage(message: ToPage): void {
    const { meeting, postbox, store } = this;
    if (meeting === null) return;
    switch (message.type) {
      case "assistant-joined": {
        const joined = { sessionId: crypto.randomUUID(), joinedAt: new Date() };
        meeting.assistant = joined;
        store.addRemote(joined.sessionId, meeting.sound.track);
        return postbox.post("participant-joined", { participant: assistant(joined, false) });
      }
      case "app-message":
        return postbox.post("app-message", {
          data: message.data,
          fromId: meeting.assistant?.sessionId,
        });
      case "flush":
        return meeting.sound.flush();
      case "alive":
        return;
      case "ejected":
        return this.endWith({ type: "ejected", msg: EJECTED });
      default:
        message satisfies never;
    }
  }

  private subscribe({ id, properties }: DailyRequest): void {
    const present = this.meeting?.assistant;
    const { setSubscribedTracks } = (properties ?? {}) as {
      setSubscribedTracks?: boolean | { audio?: unknown };
    };
    const wantsAudio =
      setSubscribedTracks === true ||
      (typeof setSubscribedTracks === "object" && setSubscribedTracks.audio === true);
    if (present?.sessionId !== id || present === undefined || present === null || !wantsAudio)
      return;
    this.store.subscribe(present.sessionId);
    this.postbox.post("participant-updated", { participant: assistant(present, true) });
  }

  private setMicrophone(isOn: boolean): void {
    const { meeting } = this;
    if (meeting === null) return;
    for (const track of meeting.microphone?.getAudioTracks() ?? []) track.enabled = isOn;
    const participant = visitor(meeting.self, isOn && meeting.microphone !== null);
    this.postbox.post("participant-updated", { participant });
  }

  private microphoneDevice(): { deviceId?: string; label?: string } {
    const [track] = this.meeting?.microphone?.getAudioTracks() ?? [];
    if (track === undefined) return {};
    const { deviceId = "" } = track.getSettings();
    return { deviceId, label: track.label };
  }

  /** Daily has one connection for signalling and one for audio. Here both are one socket. */
  private reportConnections(event: "connected" | "interrupted"): void {
    if (this.meeting === null) return;
    for (const type of ["signaling", "sfu"])
      this.postbox.post("network-connection", { type, event });
  }

  private reportFault({ type, msg }: MicrophoneFault): void {
    this.postbox.post("camera-error", {
      errorMsg: { errorMsg: msg, audioOk: false, videoOk: true },
      error: { type, msg },
    });
  }

  private reportRemoteLevel(): void {
    const { meeting } = this;
    if (meeting?.assistant == null) return;
    const participantsAudioLevel = { [meeting.assistant.sessionId]: meeting.sound.remoteLevel() };
    this.postbox.post("remote-participants-audio-level", { participantsAudioLevel });
  }

  private reportLocalLevel(): void {
    const { meeting } = this;
    if (meeting !== null)
      this.postbox.post("local-audio-level", { audioLevel: meeting.sound.localLevel() });
  }

  private endWith(error: { type: "ejected" | "connection-error"; msg: string }): void {
    if (this.meeting === null) return;
    this.postbox.post("error", { errorMsg: error.msg, error });
    this.end();
    this.postbox.post("left-meeting");
  }

  /** Whatever the way out: the microphone goes off, the sound stops, the room is left. */
  private end(): void {
    this.generation += 1;
    this.remoteLevels.stop();
    this.localLevels.stop();
    const { meeting, sound } = this;
    this.meeting = null;
    this.sound = null;
    sound?.then(
      (opened) => opened.close(),
      () => undefined,
    );
    if (meeting === null) return;
    // Without this the web SDK leaves its audio element in the page.
    if (meeting.assistant !== null) {
      this.postbox.post("participant-left", { participant: assistant(meeting.assistant, true) });
    }
    meeting.socket.close();
    if (meeting.microphone !== null) silence(meeting.microphone);
    void meeting.sound.close();
    this.store.clear();
  }
}

/** Also closes what is still being opened, once it is open. */
function releaseAll([microphone, sound, socket]: readonly [
  ReturnType<typeof openMicrophone>,
  ReturnType<typeof openSound>,
  ReturnType<typeof openRoomSocket>,
]): void {
  const ignore = () => undefined;
  microphone.then((opened) => {
    if (opened instanceof MediaStream) silence(opened);
  }, ignore);
  sound.then((opened) => opened.close(), ignore);
  socket.then((opened) => opened.close(), ignore);
}

function silence(microphone: MediaStream): void {
  for (const track of microphone.getTracks()) track.stop();
}
