export interface MicrophoneFault {
  type: "permissions" | "not-found" | "mic-in-use" | "unknown";
  msg: string;
}

/**
 * Without the assistant's own voice, but otherwise as it was spoken. What is left to browsers turns silence
 * up until the next first word comes three times too loud, and then words are taken for others.
 */
const AS_SPOKEN = { echoCancellation: true, noiseSuppression: false, autoGainControl: false };

/** `source` is daily-js's option: true, false, or the id of a device. */
export async function openMicrophone(
  source: unknown,
): Promise<MediaStream | MicrophoneFault | null> {
  if (source === false) return null;
  const device = typeof source === "string" ? { deviceId: { exact: source } } : {};
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: { ...device, ...AS_SPOKEN } });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { type: FAULTS[name] ?? "unknown", msg: message };
  }
}

const FAULTS: Record<string, MicrophoneFault["type"]> = {
  NotAllowedError: "permissions",
  SecurityError: "permissions",
  NotFoundError: "not-found",
  OverconstrainedError: "not-found",
  NotReadableError: "mic-in-use",
  AbortError: "mic-in-use",
};
