/** The two participants of a room, in daily-js's format. */
const NO_TRACK = { subscribed: false, state: "off" };

// The web SDK plays only the audio of a participant with exactly this name.
const ASSISTANT_NAME = "Vapi Speaker";

export interface Presence {
  sessionId: string;
  joinedAt: Date;
}

export function visitor({ sessionId, joinedAt }: Presence, hasAudio: boolean) {
  return {
    ...participant(sessionId, joinedAt),
    user_name: "",
    local: true,
    audio: hasAudio,
    tracks: tracksWith({ subscribed: true, state: hasAudio ? "playable" : "off" }),
  };
}

export function assistant({ sessionId, joinedAt }: Presence, isSubscribed: boolean) {
  return {
    ...participant(sessionId, joinedAt),
    user_name: ASSISTANT_NAME,
    local: false,
    audio: isSubscribed,
    tracks: tracksWith({ subscribed: isSubscribed, state: isSubscribed ? "playable" : "sendable" }),
  };
}

function participant(sessionId: string, joinedAt: Date) {
  return {
    session_id: sessionId,
    user_id: sessionId,
    owner: false,
    joined_at: joinedAt,
    video: false,
    screen: false,
    record: false,
    permissions: { hasPresence: true, canSend: true, canReceive: { base: true }, canAdmin: false },
  };
}

function tracksWith(audio: { subscribed: boolean; state: string }) {
  return { audio, video: NO_TRACK, screenAudio: NO_TRACK, screenVideo: NO_TRACK };
}
