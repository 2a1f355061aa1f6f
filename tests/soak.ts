/** What is long by nature runs small with `npm test`, and large with `npm run test:soak`. */
export function sized<T>({ usual, soak }: { usual: T; soak: T }): T {
  return process.env.HARK_SOAK === undefined ? usual : soak;
}
