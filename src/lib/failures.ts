/** Passes on what failed for no known reason. Small, because every page loads it; whoever looks into it is loaded later. */
type Listener = (error: unknown) => void;

let listener: Listener = () => undefined;

export function noteFailure(error: unknown): void {
  listener(error);
}

export function onFailure(listen: Listener): void {
  listener = listen;
}
