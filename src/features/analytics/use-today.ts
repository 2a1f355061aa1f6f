import { useEffect, useState } from "react";
import { daysAfter, startOfDay } from "./call-days";

/** The start of the reader's day, also on a page that stays open overnight. */
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
