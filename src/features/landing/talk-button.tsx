const BAR_DELAYS_MS = [0, 180, 360, 120, 280];

export function TalkButton() {
  return (
    <span className="relative flex size-16 items-center justify-center">
      <span className="absolute inset-0 animate-ring rounded-full bg-accent opacity-0" />
      <span className="relative flex size-16 items-center justify-center gap-1 rounded-full bg-accent ring-2 ring-white">
        {BAR_DELAYS_MS.map((delayMs) => (
          <span
            key={delayMs}
            className="h-6 w-1 animate-wave rounded-full bg-white"
            style={{ animationDelay: `-${delayMs}ms` }}
          />
        ))}
      </span>
    </span>
  );
}
