import { useEffect, useState } from "react";
import { NotSignedIn } from "../transport/backend";

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 16_000;

/** Undefined while the assistant is being looked up, null when there is none to show. */
export function useAssistant<Found>(
  backend: { findAssistant: () => Promise<Found | null> },
  onFound: (assistant: Found) => void,
): Found | null | undefined {
  const [assistant, setAssistant] = useState<Found | null>();
  useEffect(() => {
    let isUnmounted = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lookUp = async (retryMs: number) => {
      try {
        const found = await backend.findAssistant();
        if (isUnmounted) return;
        if (found !== null) onFound(found);
        setAssistant(found);
      } catch (error) {
        if (isUnmounted) return;
        if (error instanceof NotSignedIn) {
          setAssistant(null);
          return;
        }
        // The backend cannot be reached, so the assistant may still exist.
        timer = setTimeout(() => void lookUp(Math.min(retryMs * 2, LONGEST_RETRY_MS)), retryMs);
      }
    };
    void lookUp(FIRST_RETRY_MS);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [backend, onFound]);
  return assistant;
}
