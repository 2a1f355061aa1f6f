/** `npm run test:soak` sets HARK_SOAK=1: long-running tests then run at full size. */
export const isSoak = process.env.HARK_SOAK === "1";

export function sized<T>({ usual, soak }: { usual: T; soak: T }): T {
  return isSoak ? soak : usual;
}
