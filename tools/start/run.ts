import path from "node:path";
import { stop as stopBundler } from "esbuild";
import { describeRecognizer } from "@hark/vapi-stand-in/hearing/recognizer";
import { offerToCli } from "./cli-settings.ts";
import { openDemo } from "../demo/demo.ts";
import { createClosing } from "./closing.ts";
import { prepareDataFolder } from "./data-folder.ts";
import { explain } from "./explain.ts";
import { takeLock } from "./lock.ts";
import { PROJECT_ROOT } from "./project-root.ts";
import { readSettings } from "./settings.ts";
import type { Settings } from "./settings.ts";
import { startStack } from "./stack.ts";
import type { Stack } from "./stack.ts";

// Ctrl-C takes no longer than this, even if something is still closing.
const CLOSE_TIMEOUT_MS = 1500;
const PARENT_CHECK_MS = 300;

/** Runs until the process receives a signal. */
export async function run(mode: "built" | "watched", hasDemo: boolean): Promise<void> {
  // Messages of services that are being stopped help nobody.
  const log = (line: string) => {
    if (!closing.isClosing()) console.log(line);
  };
  const closing = createClosing((error) => log(String(error)));
  const stop = (exitCode: number) => {
    // One Ctrl-C can arrive more than once: from the terminal and from npm.
    if (closing.isClosing()) return;
    setTimeout(() => process.exit(exitCode), CLOSE_TIMEOUT_MS);
    void closing.close().then(() => process.exit(exitCode));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => stop(0));
  }
  if (process.env.npm_lifecycle_event !== undefined) whenParentEnds(() => stop(0));

  let settings: Settings | null = null;
  try {
    settings = readSettings(process.env);
    await prepareDataFolder(settings.dataFolder);
    const lock = await takeLock(settings.dataFolder, `http://127.0.0.1:${settings.port}`);
    closing.add(() => lock.release());
    console.log("Hark is starting.");
    const demo = hasDemo ? await openDemo(settings.dataFolder, log) : null;
    const stack = await startStack({ settings, mode, closing, log, ...(demo ?? {}) });
    const isOffered = await offerToCli(PROJECT_ROOT, {
      url: stack.backendUrl,
      adminKey: stack.adminKey,
    });
    closing.check();
    await demo?.createUnlessPresent(stack);
    closing.check();
    const link = demo?.linkAt(stack.appUrl) ?? null;
    console.log(readyText(stack, { settings, isOffered, link }));
    // The bundler's process takes 45 MB. It starts again when it is needed.
    await stopBundler();
  } catch (error) {
    if (closing.isClosing()) return;
    console.error(`\n${explain(error, settings)}\n`);
    stop(1);
  }
}

/** npm passes a SIGTERM to the shell between it and us, which ends without passing it on. */
function whenParentEnds(react: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) react();
  }, PARENT_CHECK_MS).unref();
}

function readyText(
  { appUrl, vendors: { mail, messengers, calendar, voice } }: Stack,
  { settings, isOffered, link }: { settings: Settings; isOffered: boolean; link: string | null },
): string {
  const { dataFolder } = settings;
  const folder = path.relative(PROJECT_ROOT, dataFolder);
  const shown = folder.startsWith("..") ? dataFolder : folder;
  const envFile = isOffered ? "" : ` --env-file ${path.join(shown, "convex.env")}`;
  return [
    "",
    `Hark is ready at ${appUrl}`,
    `Its mail is at   ${mail.outboxUrl}`,
    `Its messages to Slack, Teams, Discord and Telegram are at ${messengers.pageUrl}`,
    `Its bookings at Cal.com are at ${calendar.pageUrl}`,
    ...(link === null ? [] : [`Its demo is at   ${link}`]),
    "",
    `  ${describeRecognizer(voice.recognizer, settings.recognizer)}`,
    `  Data is in ${shown}. Ctrl-C stops everything; the next start finds it again.`,
    `  In another terminal: npx convex run|data|env|logs${envFile}`,
    ...(isOffered
      ? []
      : ["  (.env.local or .env names a deployment of your own, which is left as it is.)"]),
    "",
  ].join("\n");
}
