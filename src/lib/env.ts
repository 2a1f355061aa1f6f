type BrowserEnv = Readonly<Record<string, string | boolean | undefined>>;

const DEFAULT_SUPPORT_EMAIL = "support@hark.example";

/** Vite writes these values into the bundle when it builds. */
export function readConvexUrl(env: BrowserEnv): string {
  const value = env.VITE_CONVEX_URL;
  if (typeof value !== "string" || value === "") {
    throw new Error("VITE_CONVEX_URL is not set: it is the address of the Convex backend.");
  }
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new Error(`VITE_CONVEX_URL must be an http(s) address, not "${value}".`);
  }
  return value.replace(/\/+$/, "");
}

export function readSupportEmail(env: BrowserEnv): string {
  const value = env.VITE_SUPPORT_EMAIL;
  return typeof value === "string" && value !== "" ? value : DEFAULT_SUPPORT_EMAIL;
}
