import { useEffect, useState } from "react";
import { daysAfter, startOfDay } from "./call-days";

/** When the reader's day began; a page that is left open overnight comes along. */
export function useToday(): number {
  const [todayMs, setTodayMs] = useState(() => startOfDay(Date.now()));

  useEffect(() => {
    const timer = setTimeout(
      () => {
        setTodayMs(startOfDay(Date.now()));
      },
      daysAfter(todayMs, 1) - Date.now(),
    );
    return () => {
      clearTimeout(timer);
    };
  }, [todayMs]);

  return todayMs;
}
