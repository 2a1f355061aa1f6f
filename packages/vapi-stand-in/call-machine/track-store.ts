/** The global object in which daily-js looks up tracks, because messages cannot contain them. */
interface RemoteTrack {
  participantId: string;
  type: "cam";
  pendingTrack: MediaStreamTrack;
  starttime: Date;
}

export interface TrackState {
  local: {
    public: { subscribedTracks: Record<string, Record<string, boolean>> };
    streams: { cam: { stream: MediaStream | null } };
  };
  participants: Record<string, { public: { rtcType: { impl: "sfu" } } }>;
  streams: Record<string, RemoteTrack>;
}

export interface TrackStore {
  getState(): TrackState;
  setMicrophone(stream: MediaStream | null): void;
  addRemote(sessionId: string, track: MediaStreamTrack): void;
  subscribe(sessionId: string): void;
  clear(): void;
}

export function createTrackStore(): TrackStore {
  let state = emptyState();
  return {
    getState: () => state,
    setMicrophone(stream) {
      state.local.streams.cam.stream = stream;
    },
    addRemote(sessionId, track) {
      state.participants[sessionId] = { public: { rtcType: { impl: "sfu" } } };
      state.streams[`${sessionId}-cam-audio`] = {
        participantId: sessionId,
        type: "cam",
        pendingTrack: track,
        starttime: new Date(),
      };
    },
    subscribe(sessionId) {
      state.local.public.subscribedTracks[sessionId] = { "cam-audio": true, "cam-video": false };
    },
    clear() {
      state = emptyState();
    },
  };
}

function emptyState(): TrackState {
  return {
    local: { public: { subscribedTracks: {} }, streams: { cam: { stream: null } } },
    participants: {},
    streams: {},
  };
}
