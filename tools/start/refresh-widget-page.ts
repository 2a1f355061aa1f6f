import { LaunchError } from "./launch-error.ts";
import type { CliSettings } from "./cli-settings.ts";

const REFRESH_FUNCTION = "talkButton/widgetPage:refreshAssets";

/** Has the functions fetch the parts of the talk button's page from the running app. */
export async function refreshWidgetPage({ url, adminKey }: CliSettings): Promise<void> {
  const response = await fetch(`${url}/api/action`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Convex ${adminKey}` },
    body: JSON.stringify({ path: REFRESH_FUNCTION, args: {}, format: "json" }),
  });
  const text = await response.text();
  if (response.ok && (JSON.parse(text) as { value?: unknown }).value === true) return;
  throw new LaunchError(`The functions could not fetch the talk button's page:\n\n  ${text}`);
}
