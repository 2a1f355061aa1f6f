/** `npm run doctor -- --env-file FILE`: examines a deployment, and says what to do about each fault. */
import { createClosing } from "../local/launch/closing.ts";
import { explain } from "../local/launch/explain.ts";
import { readArguments } from "./arguments.ts";
import { openDeployment } from "./deployment.ts";
import { examine } from "./examine/examine.ts";
import { hasFault, inLines, summary } from "./examine/finding.ts";

const USAGE = "npm run doctor -- --env-file FILE";

const closing = createClosing((error) => console.error(String(error)));
process.once("SIGINT", () => void closing.close().then(() => process.exit(130)));
try {
  const { credentials, voices } = await readArguments(USAGE, {});
  const deployment = await openDeployment(credentials, closing);
  const findings = await examine({ deployment, voices });
  console.log(`${inLines(findings)}\n\n${summary(findings)}`);
  if (hasFault(findings)) process.exitCode = 1;
} catch (error) {
  console.error(explain(error, null));
  process.exitCode = 1;
} finally {
  await closing.close();
}
