/** Apart from the rest of English, which loads with the script of a call: the button needs this when that does not load. */
export const OFFLINE = [
  "The connection failed. Please check your network and try again.",
  "No connection",
] as const;
