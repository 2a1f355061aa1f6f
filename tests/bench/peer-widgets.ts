/** Downloads other vendors' talk buttons from npm, for the comparison only. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { removeFolder, temporaryFolder } from "../temporary-folder.ts";

export interface Peer {
  name: string;
  script: Buffer;
  /** The markup that a page needs besides the script. */
  markup: string;
}

const run = promisify(execFile);

// The widget requests its agent's settings before it shows anything. Passing them here avoids the request.
const CONVAI_SETTINGS = JSON.stringify({
  variant: "tiny",
  placement: "bottom-right",
  language: "en",
  supported_language_overrides: [],
  avatar: { type: "orb", color_1: "#2792dc", color_2: "#9ce6e6" },
  feedback_mode: "none",
  text_contents: {},
  styles: {},
});

const PACKAGES = [
  {
    name: "Vapi",
    package: "@vapi-ai/client-sdk-react@0.1.1",
    file: "package/dist/embed/widget.umd.js",
    markup: '<vapi-widget public-key="none" assistant-id="none" mode="voice"></vapi-widget>',
  },
  {
    name: "ElevenLabs",
    package: "@elevenlabs/convai-widget-embed@0.5.4",
    file: "package/dist/index.js",
    markup: `<elevenlabs-convai agent-id="none" override-config='${CONVAI_SETTINGS}'></elevenlabs-convai>`,
  },
];

export async function fetchPeers(): Promise<Peer[]> {
  const folder = await temporaryFolder("peers");
  try {
    return await Promise.all(
      PACKAGES.map(async ({ name, package: id, file, markup }, index) => {
        const own = path.join(folder, String(index));
        const { stdout } = await run("npm", [
          ...["pack", id, "--silent", "--ignore-scripts", "--pack-destination", folder],
        ]);
        await run("mkdir", [own]);
        await run("tar", ["xzf", path.join(folder, stdout.trim()), "-C", own]);
        return { name, script: await readFile(path.join(own, file)), markup };
      }),
    );
  } finally {
    await removeFolder(folder);
  }
}
