/** The order matters: each browser's user agent also names the browsers that come after it. */
const BROWSERS: [mark: RegExp, name: string][] = [
  [/\bEdg(A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: [mark: RegExp, name: string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** For example "Firefox on Windows". We store nothing else of the user agent. Null for programs. */
export function deviceOf(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const [browser, system] = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)];
  if (browser === null || system === null) return browser ?? system;
  return `${browser} on ${system}`;
}

function nameIn(known: typeof BROWSERS, userAgent: string): string | null {
  return known.find(([mark]) => mark.test(userAgent))?.[1] ?? null;
}
