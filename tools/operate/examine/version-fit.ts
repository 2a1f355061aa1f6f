/** Whether the app or the talk button fits the functions: if the first two numbers of their versions are the same. */

export type Fit = "fits" | "older" | "newer" | "unreadable";

export function fitOf(part: string, functions: string): Fit {
  const [own, theirs] = [releaseOf(part), releaseOf(functions)];
  if (own === null || theirs === null) return "unreadable";
  const apart = own.major - theirs.major || own.minor - theirs.minor;
  return apart === 0 ? "fits" : apart < 0 ? "older" : "newer";
}

function releaseOf(version: string): { major: number; minor: number } | null {
  const found = /^(\d+)\.(\d+)\.\d+$/.exec(version);
  return found === null ? null : { major: Number(found[1]), minor: Number(found[2]) };
}
