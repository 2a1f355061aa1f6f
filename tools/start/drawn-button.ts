import { LaunchError } from "./launch-error.ts";
import type { CliSettings } from "./cli-settings.ts";

const TAKES_IT = "talkButton/widgetPage:refreshAssets";

/** Has the functions take the talk button's page from the app, where it is now. */
export async function takeDrawnButton({ url, adminKey }: CliSettings): Promise<void> {
  const response = await fetch(`${url}/api/action`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Convex ${adminKey}` },
    body: JSON.stringify({ path: TAKES_IT, args: {}, format: "json" }),
  });
  const text = await response.text();
  if (response.ok && (JSON.parse(text) as { value?: unknown }).value === true) return;
  throw new LaunchError(`The functions could not take the talk button's page:\n\n  ${text}`);
}
