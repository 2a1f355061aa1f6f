type BrowserEnv = Readonly<Record<string, string | boolean | undefined>>;

const DEFAULT_SUPPORT_EMAIL = "support@hark.example";

/** Vite writes these values into the bundle when it builds. */
export function readConvexUrl(env: BrowserEnv): string {
  const value = readUrl(env, "VITE_CONVEX_URL");
  if (value === null) {
    throw new Error("VITE_CONVEX_URL is not set: it is the address of the Convex backend.");
  }
  return value;
}

/** The address of the backend's HTTP actions. In hosted deployments it follows from the backend's own address. */
export function readConvexSiteUrl(env: BrowserEnv): string {
  return (
    readUrl(env, "VITE_CONVEX_SITE_URL") ??
    readConvexUrl(env).replace(/\.convex\.cloud$/, ".convex.site")
  );
}

/** Null means the voice platform's own call machine. */
export function readCallMachineUrl(env: BrowserEnv): string | null {
  return readUrl(env, "VITE_CALL_MACHINE_URL");
}

function readUrl(env: BrowserEnv, name: string): string | null {
  const value = readText(env[name]);
  if (value === null) return null;
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new Error(`${name} must be an http(s) address, not "${value}".`);
  }
  return value.replace(/\/+$/, "");
}

export function readSupportEmail(env: BrowserEnv): string {
  return readText(env.VITE_SUPPORT_EMAIL) ?? DEFAULT_SUPPORT_EMAIL;
}

export function readSalesEmail(env: BrowserEnv): string {
  return readText(env.VITE_SALES_EMAIL) ?? readSupportEmail(env);
}

function readText(value: BrowserEnv[string]): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
