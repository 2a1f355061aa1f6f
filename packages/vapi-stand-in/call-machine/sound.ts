/** One call's sound in the browser: the microphone as frames, frames as a track, and how loud both are. */
declare const WORKLETS: string;

export interface Sound {
  /** The assistant's voice. */
  track: MediaStreamTrack;
  /** Starts sending the microphone's audio as frames. */
  listenTo(microphone: MediaStream): void;
  play(frame: Int16Array): void;
  /** Discards audio that has not been played. */
  flush(): void;
  /** From 0 to 1. */
  remoteLevel(): number;
  localLevel(): number;
  close(): Promise<void>;
}

export async function openSound(onFrame: (frame: Int16Array) => void): Promise<Sound> {
  const context = new AudioContext();
  // It starts while the module loads. Closing a context that still loads one makes that fail, so loading is
  // always waited for.
  const starting = context.resume();
  starting.catch(() => undefined);
  try {
    await addModule(context, WORKLETS);
    await starting;
  } catch (error) {
    await context.close();
    throw error;
  }

  const speaker = new AudioWorkletNode(context, "speaker", {
    numberOfInputs: 0,
    outputChannelCount: [1],
  });
  const destination = new MediaStreamAudioDestinationNode(context, { channelCount: 1 });
  const remoteMeter = newMeter(context);
  speaker.connect(destination);
  speaker.connect(remoteMeter.node);

  const localMeter = newMeter(context);
  const recorder = new AudioWorkletNode(context, "microphone", { numberOfOutputs: 0 });
  recorder.port.onmessage = ({ data }: MessageEvent<Int16Array>) => onFrame(data);
  const [track] = destination.stream.getAudioTracks();
  if (track === undefined) throw new Error("The browser made an audio destination without a track");

  return {
    track,
    listenTo(microphone) {
      const source = new MediaStreamAudioSourceNode(context, { mediaStream: microphone });
      source.connect(recorder);
      source.connect(localMeter.node);
    },
    play: (frame) => speaker.port.postMessage(frame, [frame.buffer]),
    flush: () => speaker.port.postMessage(null),
    remoteLevel: () => remoteMeter.level(),
    localLevel: () => localMeter.level(),
    async close() {
      recorder.port.onmessage = null;
      track.stop();
      if (context.state !== "closed") await context.close();
    },
  };
}

async function addModule(context: AudioContext, source: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  try {
    await context.audioWorklet.addModule(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

function newMeter(context: AudioContext) {
  const node = new AnalyserNode(context, { fftSize: 2048 });
  const samples = new Float32Array(node.fftSize);
  return {
    node,
    level(): number {
      node.getFloatTimeDomainData(samples);
      return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    },
  };
}
