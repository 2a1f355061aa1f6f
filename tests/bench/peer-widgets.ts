/** Downloads other vendors' talk buttons from npm, for the comparison only. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { removeFolder, temporaryFolder } from "../temporary-folder.ts";

export interface Peer {
  name: string;
  script: Buffer;
  /** The markup that a page needs besides the script, for a widget to talk to and for one to type in. */
  markup: Record<"talk" | "type", string>;
}

const run = promisify(execFile);

/** A JavaScript expression. Vapi's button is not a button element; its icon shows that it is there. */
export const BUTTON = `(function find(root) {
  const isShown = (element) => element.getBoundingClientRect().width > 20;
  const shown = [...root.querySelectorAll("button, .vapi-widget-wrapper svg")].find(isShown);
  if (shown !== undefined) return shown;
  const within = [...root.querySelectorAll("*")].map(({ shadowRoot }) => shadowRoot && find(shadowRoot));
  return within.find((found) => found !== null) ?? null;
})(document)`;

// The widget requests its agent's settings before it shows anything. Passing them here avoids the request.
const CONVAI_SETTINGS = {
  placement: "bottom-right",
  language: "en",
  supported_language_overrides: [],
  avatar: { type: "orb", color_1: "#2792dc", color_2: "#9ce6e6" },
  feedback_mode: "none",
  text_contents: {},
  styles: {},
};

const PACKAGES = [
  {
    name: "Vapi",
    package: "@vapi-ai/client-sdk-react@0.1.1",
    file: "package/dist/embed/widget.umd.js",
    markup: { talk: vapiWidget("voice"), type: vapiWidget("chat") },
  },
  {
    name: "ElevenLabs",
    package: "@elevenlabs/convai-widget-embed@0.5.4",
    file: "package/dist/index.js",
    markup: {
      talk: convaiWidget({ variant: "tiny" }),
      type: convaiWidget({ variant: "compact", supports_text_only: true, text_only: true }),
    },
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

function vapiWidget(mode: string): string {
  return `<vapi-widget public-key="none" assistant-id="none" mode="${mode}"></vapi-widget>`;
}

function convaiWidget(settings: object): string {
  const config = JSON.stringify({ ...CONVAI_SETTINGS, ...settings });
  return `<elevenlabs-convai agent-id="none" override-config='${config}'></elevenlabs-convai>`;
}
