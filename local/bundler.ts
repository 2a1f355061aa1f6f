/**
 * The bundler, which works in a process of its own. That takes 80 MB, and ends when nobody has needed it for a while;
 * whoever in this process asked it for something beside this would wait for ever.
 */
import type { build, transform } from "esbuild";

const KEPT_FOR_MS = 3_000;

let users = 0;
let ending: NodeJS.Timeout | undefined;

export async function withBundler<T>(
  task: (bundler: { build: typeof build; transform: typeof transform }) => Promise<T>,
): Promise<T> {
  // Loaded when needed, which in most runs is never: what it makes is kept.
  const { build, stop, transform } = await import("esbuild");
  clearTimeout(ending);
  users += 1;
  try {
    return await task({ build, transform });
  } finally {
    users -= 1;
    if (users === 0) ending = setTimeout(() => void stop(), KEPT_FOR_MS).unref();
  }
}
