/**
 * `npm run pictures`: takes the screenshots of the README, the docs and the landing page from the demo, and records the
 * example call. `npm run pictures -- --all` takes every screen instead, to look at. With a link, such as
 * http://127.0.0.1:4275/demo/…, both use a demo that is running.
 */
import { chromium } from "@playwright/test";
import { openDemo } from "../../tools/demo/demo.ts";
import { createClosing } from "../../tools/start/closing.ts";
import { prepareDataFolder } from "../../tools/start/data-folder.ts";
import { startStack } from "../../tools/start/stack.ts";
import { browserArguments, findBrowser, thisMachine } from "../browser.ts";
import { makeExample } from "./example.ts";
import { takePictures } from "./screens.ts";
import { makeSheet } from "./sheet.ts";
import { removeFolder, temporaryFolder } from "../temporary-folder.ts";

const words = process.argv.slice(2);
const link = words.find((word) => word.startsWith("http"));
const folder = words.find((word) => word !== link && !word.startsWith("--"));
const closing = createClosing((error) => console.error(error));
try {
  const executablePath = await findBrowser(thisMachine((line) => console.log(line)));
  // Audio must play without a click, to be encoded.
  const args = [...browserArguments(), "--autoplay-policy=no-user-gesture-required"];
  const browser = await chromium.launch({ executablePath, args });
  closing.add(() => browser.close());
  const demo = link ?? (await newDemo());
  if (words.includes("--all")) {
    console.log(await makeSheet(browser, demo, folder ?? "test-results/pictures"));
  } else {
    await takePictures(browser, demo);
    await makeExample(browser);
  }
} finally {
  await closing.close();
}

/** Creates a demo on free ports, in a temporary folder. */
async function newDemo(): Promise<string> {
  const dataFolder = await temporaryFolder("pictures");
  closing.add(() => removeFolder(dataFolder));
  await prepareDataFolder(dataFolder);
  const ports = {
    port: 0,
    backendPort: 0,
    sitePort: 0,
    voicePort: 0,
    stripePort: 0,
    mailPort: 0,
    messengersPort: 0,
    calendarPort: 0,
  };
  const settings = { ...ports, dataFolder };
  const demo = await openDemo(dataFolder, console.log);
  const stack = await startStack({ settings, mode: "built", closing, log: console.error, ...demo });
  await demo.createUnlessPresent(stack);
  return demo.linkAt(stack.appUrl);
}
