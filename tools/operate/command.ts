import { createClosing } from "../start/closing.ts";
import type { Closing } from "../start/closing.ts";
import { explain } from "../start/explain.ts";
import { hasFault, formatFindings, summary } from "./examine/finding.ts";
import type { Finding } from "./examine/finding.ts";

/** Runs a command and prints its findings. Exits with 1 if one is a fault. */
export async function runCommand(task: (closing: Closing) => Promise<Finding[]>): Promise<void> {
  await runTask(async (closing) => {
    const findings = await task(closing);
    console.log(`${formatFindings(findings)}\n\n${summary(findings)}`);
    if (hasFault(findings)) process.exitCode = 1;
  });
}

/** Runs a command that prints its own result. Exits with 1 if it fails. */
export async function runTask(task: (closing: Closing) => Promise<void>): Promise<void> {
  const closing = createClosing((error) => console.error(String(error)));
  process.once("SIGINT", () => void closing.close().then(() => process.exit(130)));
  try {
    await task(closing);
  } catch (error) {
    console.error(explain(error, null));
    process.exitCode = 1;
  } finally {
    await closing.close();
  }
}
