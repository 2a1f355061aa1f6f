const MINUTES_OF_A_TALK = 2;

/** A plan has a number of conversations and a number of minutes: how the two go together. */
export function PlanMinutes({ minutes }: { minutes: number }) {
  return (
    <p className="text-small text-faint">
      {`Conversations share ${minutes} minutes a month: about ${Math.floor(minutes / MINUTES_OF_A_TALK)} talks of two minutes.`}
    </p>
  );
}
