/**
 * Heavy work never blocks the event loop that all five servers share. This requirement is our own, as is the single
 * process.
 */
import { deflateSync } from "node:zlib";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { makeDocx, makePdf } from "@hark/vapi-stand-in/documents/test-documents";
import { FRAME_SAMPLES, SAMPLE_RATE } from "@hark/vapi-stand-in/speech/pcm";
import { openSynthesizer } from "@hark/vapi-stand-in/speech/synthesizer";
import { eventually } from "../../eventually.ts";
import { sized } from "../../soak.ts";
import { PRODUCT_FOLDER } from "../deployment.ts";
import { joinRoom } from "../voice/room-client.ts";
import { openDoorsElsewhere } from "./doors-elsewhere.ts";
import type { DoorsElsewhere } from "./doors-elsewhere.ts";
import { openRoom } from "./fuzz/room.ts";
import { hasThreadTime } from "./turns.ts";

const SIGN_UPS = 30;
const TALKS = sized({ usual: 1, soak: 3 });
/** Share of the processor time of all threads: four times the usual share, half of that of the worst document. */
const LONGEST_SHARE = 1 / 20;

let doors: DoorsElsewhere;

beforeAll(async () => {
  doors = await openDoorsElsewhere(PRODUCT_FOLDER);
  // Code is compiled when it first runs.
  await signUp("first");
  await Promise.all([upload("first.pdf", makePdf(["We open at nine."])), talk()]);
});

afterAll(() => doors.close());

beforeEach(async () => {
  await doors.held();
});

async function longestTurn(): Promise<number> {
  const { turns } = await doors.held();
  const { longestMs, wholeMs } = must(turns, "the main thread's time");
  return longestMs / wholeMs;
}

/** Each of these once blocked the event loop for seconds, up to 37. */
const WORST: Record<string, string | Buffer> = {
  "blank lines.md": "\n".repeat(300_000),
  "brackets.md": "[".repeat(300_000),
  "tags.xml": `<a>${"<".repeat(300_000)}`,
  "comments.xml": `<a>${"<!--".repeat(75_000)}`,
  "bad.pdf": makePdf([], {
    content: deflateSync(
      Buffer.from("BT (x) Tj ET\n".repeat(sized({ usual: 50_000, soak: 200_000 }))),
    ),
    filter: "/FlateDecode",
  }),
  "long.docx": makeDocx(Array.from({ length: 60_000 }, () => "We sell bread every day.")),
};

test.skipIf(!hasThreadTime())(
  "[A8] documents, speech and recognition never hold the event loop for long",
  async () => {
    await Promise.all([
      ...Object.entries(WORST).map(([name, content]) => upload(name, content)),
      ...Array.from({ length: TALKS }, talk),
    ]);
    expect(await longestTurn()).toBeLessThan(LONGEST_SHARE);
  },
);

test.skipIf(!hasThreadTime())(
  "[A8] thirty concurrent sign-ups, besides all that, do not either",
  async () => {
    await Promise.all([
      ...Array.from({ length: SIGN_UPS }, (_, at) => signUp(`owner-${at}`)),
      upload("brackets.md", must(WORST["brackets.md"], "a document")),
      talk(),
    ]);
    expect(await longestTurn()).toBeLessThan(LONGEST_SHARE);
  },
);

const SIGN_IN = makeFunctionReference<"action", Record<string, unknown>, { tokens: object | null }>(
  "auth:signIn",
);

async function signUp(unique: string): Promise<void> {
  const client = new ConvexHttpClient(urlOf("backend"), { logger: false });
  const account = { email: `${unique}@example.com`, password: `long enough ${unique}` };
  const params = { ...account, flow: "signUp" };
  const { tokens } = await client.action(SIGN_IN, { provider: "password", params });
  expect(tokens).not.toBeNull();
}

/** Resolves when the document has been processed or refused. */
async function upload(name: string, content: string | Buffer): Promise<void> {
  const address = `${urlOf("voice")}/file`;
  const headers = { Authorization: `Bearer ${must(doors.keys.PRIVATE, "the platform's key")}` };
  const body = new FormData();
  const bytes = typeof content === "string" ? content : new Uint8Array(content);
  body.set("file", new File([bytes], name));
  const uploaded = await fetch(address, { method: "POST", headers, body });
  const { id } = (await uploaded.json()) as { id: string };
  await eventually(async () => {
    const file = (await (await fetch(`${address}/${id}`, { headers })).json()) as {
      status: string;
    };
    return file.status !== "processing";
  });
}

/** A visitor interrupts the assistant and is recognized. */
async function talk(): Promise<void> {
  const { url, close } = await openRoom(doors);
  const visitor = await joinRoom(url);
  const spoken = await question();
  await visitor.waitFor(({ type }) => type === "listening");
  for (let at = 0; at + FRAME_SAMPLES <= spoken.length; at += FRAME_SAMPLES) {
    visitor.sendAudio(spoken.subarray(at, at + FRAME_SAMPLES));
  }
  await visitor.waitFor(({ type, role }) => type === "transcript" && role === "user");
  visitor.leave();
  await visitor.closed;
  await close();
}

/** Includes the pause that ends a turn. */
async function question(): Promise<Int16Array> {
  const synthesizer = openSynthesizer();
  const speech = await synthesizer.speak("When do you open on Monday, and for how long?", "sarah");
  await synthesizer.close();
  const samples = new Int16Array(speech.length + 2 * SAMPLE_RATE);
  samples.set(speech);
  return samples;
}

function urlOf(door: string): string {
  return must(doors.doors[door], door).url;
}
