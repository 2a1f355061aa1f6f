/** Calls whose sound goes through one WebSocket: "WebSocket Transport" (docs.vapi.ai/calls/websocket-transport). */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { RawData } from "ws";
import { SAMPLE_RATE } from "@hark/vapi-stand-in/speech/pcm";
import { openSynthesizer } from "@hark/vapi-stand-in/speech/synthesizer";
import { eventually } from "../../eventually.ts";
import { ofType, openOwnerServer, openTestPlatform } from "./platform.ts";
import type { OwnerServer, TestPlatform } from "./platform.ts";
import { joinRoom } from "./room-client.ts";

let voice: TestPlatform;
let owner: OwnerServer;
beforeAll(async () => {
  voice = await openTestPlatform();
  owner = await openOwnerServer();
});
afterAll(async () => {
  await voice.close();
  await owner.close();
});
beforeEach(async () => {
  await voice.control("reset", {});
  owner.received.length = 0;
});

const TRANSPORT = {
  provider: "vapi.websocket",
  audioFormat: { format: "pcm_s16le", container: "raw", sampleRate: 16_000 },
};
const GREETING = "Hello, I am Ann.";

interface CallView {
  id: string;
  type: string;
  status: string;
  transport: { provider: string; websocketCallUrl: string };
  monitor: { controlUrl: string };
  costs?: object[];
}

interface Client {
  messages: ({ type: string } & Record<string, unknown>)[];
  /** Those of the sound so far. */
  bytes(): Buffer;
  send(data: string | Buffer): void;
  close(): void;
  closed: Promise<void>;
}

async function newCall(assistant: object = {}): Promise<CallView> {
  const { status, body } = await voice.request("POST", "/call", {
    assistant: { firstMessage: GREETING, server: { url: owner.url }, ...assistant },
    transport: TRANSPORT,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body as CallView;
}

/** Any client of WebSockets: it says nothing of its own when it connects. */
async function connect(url: string): Promise<Client> {
  const socket = new WebSocket(url);
  const frames: Buffer[] = [];
  const messages: Client["messages"] = [];
  socket.on("message", (data: RawData, isBinary) => {
    if (isBinary) frames.push(data as Buffer);
    else messages.push(JSON.parse((data as Buffer).toString()) as Client["messages"][number]);
  });
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("unexpected-response", (_request, { statusCode }) => {
      reject(new Error(`The transport answered ${String(statusCode)}`));
      socket.terminate();
    });
    socket.on("error", reject);
  });
  return {
    messages,
    bytes: () => Buffer.concat(frames),
    send: (data) => socket.send(data),
    close: () => socket.close(),
    closed,
  };
}

const callOf = async (id: string) => (await voice.request("GET", `/call/${id}`)).body as CallView;
const hasStopped = ({ messages }: Client) =>
  messages.some(({ type, status }) => type === "speech-update" && status === "stopped");
const bytesOf = (samples: Int16Array) => Buffer.from(samples.slice().buffer);

test("[C35] a plain client hears the first message as PCM, and gets the client messages as text", async () => {
  const call = await newCall();
  expect(call).toMatchObject({ type: "vapi.websocketCall", status: "queued" });
  expect(call.transport).toEqual({
    ...TRANSPORT,
    websocketCallUrl: expect.stringMatching(/^ws:/) as string,
  });
  const client = await connect(call.transport.websocketCallUrl);
  await eventually(() => hasStopped(client));
  const synthesizer = openSynthesizer();
  const spoken = bytesOf(await synthesizer.speak(GREETING, "sarah"));
  await synthesizer.close();
  expect(spoken.length).toBeGreaterThan(SAMPLE_RATE);
  expect(client.bytes().subarray(0, spoken.length)).toEqual(spoken);
  expect(
    client.messages.map(({ type, status = "" }) => `${type} ${String(status)}`.trim()),
  ).toEqual([
    "status-update in-progress",
    "assistant.started",
    "speech-update started",
    "transcript",
    "speech-update stopped",
    "conversation-update",
  ]);
  expect((await callOf(call.id)).status).toBe("in-progress");
});

test("[C35] the client ends the call with a message, and the owner's server gets the report", async () => {
  const call = await newCall();
  const client = await connect(call.transport.websocketCallUrl);
  client.send('{"type":"end-call"}');
  await client.closed;
  await owner.waitFor(ofType("end-of-call-report"));
  expect(await callOf(call.id)).toMatchObject({
    ...{ status: "ended", endedReason: "customer-ended-call", transport: TRANSPORT },
    costs: expect.arrayContaining([
      expect.objectContaining({ type: "transport", provider: "vapi.websocket" }),
    ]) as object[],
  });
});

test("[C35] a client that hangs up ends the call, and so does the control address", async () => {
  const [one, other] = [await newCall(), await newCall()];
  (await connect(one.transport.websocketCallUrl)).close();
  await owner.waitFor(ofType("end-of-call-report"));
  expect(await callOf(one.id)).toMatchObject({ endedReason: "customer-ended-call" });
  const client = await connect(other.transport.websocketCallUrl);
  const body = JSON.stringify({ type: "end-call" });
  await fetch(other.monitor.controlUrl, { method: "POST", body });
  await client.closed;
  await owner.waitFor(ofType("end-of-call-report"), 2);
  expect(await callOf(other.id)).toMatchObject({ endedReason: "manually-canceled" });
});

test("[C35] the assistant hears the client's PCM in pieces of any size", async () => {
  const call = await newCall({ firstMessageMode: "assistant-waits-for-user" });
  const client = await connect(call.transport.websocketCallUrl);
  await eventually(() => client.messages.length > 0);
  const synthesizer = openSynthesizer();
  const question = bytesOf(await synthesizer.speak("When do you open?", "daniel"));
  await synthesizer.close();
  const said = Buffer.concat([question, Buffer.alloc(2 * SAMPLE_RATE)]);
  const PIECE_BYTES = 1023;
  for (let at = 0; at < said.length; at += PIECE_BYTES) {
    client.send(said.subarray(at, at + PIECE_BYTES));
  }
  await eventually(() =>
    client.messages.some(({ type, role }) => type === "transcript" && role === "user"),
  );
  client.close();
});

test("[C35] what a client sends besides is ignored, as of a page", async () => {
  const call = await newCall();
  const client = await connect(call.transport.websocketCallUrl);
  for (const text of ["", "{", "null", "[]", '{"type":"join"}', '{"type":"leave"}'])
    client.send(text);
  await eventually(() => hasStopped(client));
  client.send('{"type":"say","message":"Good bye.","endCallAfterSpoken":true}');
  await client.closed;
  await owner.waitFor(ofType("end-of-call-report"));
  expect(await callOf(call.id)).toMatchObject({
    endedReason: "assistant-ended-call-after-message-spoken",
  });
});

test("[C35] only who has the address gets in, one client at a time, and nobody after the end", async () => {
  const call = await newCall();
  const { websocketCallUrl } = call.transport;
  expect(websocketCallUrl).not.toContain(call.id);
  await expect(connect(`${websocketCallUrl}0`)).rejects.toThrow("404");
  await expect(joinRoom(websocketCallUrl.replace("/transport/", "/room/"))).rejects.toThrow("404");
  const client = await connect(websocketCallUrl);
  await expect(connect(websocketCallUrl)).rejects.toThrow("404");
  client.close();
  await owner.waitFor(ofType("end-of-call-report"));
  await expect(connect(websocketCallUrl)).rejects.toThrow("404");
  // The address is a secret like a key: who reads about the call later does not get it.
  expect(JSON.stringify([await callOf(call.id), owner.received])).not.toContain(websocketCallUrl);
});

test("[C35] a client cannot enter the room of a call on a page", async () => {
  const { body } = await voice.request("POST", "/call/web", { assistant: {} });
  const { webCallUrl } = body as { webCallUrl: string };
  const url = webCallUrl.replace(/^http/, "ws").replace("/room/", "/transport/");
  await expect(connect(url)).rejects.toThrow("404");
});

test("[C35] another format, another transport and a phone call are not simulated, and a page's key is refused", async () => {
  const refusalOf = async (body: object, key?: string) => {
    const answer = await voice.request("POST", "/call", body, key);
    return (answer.body as { error: string }).error;
  };
  const assistant = { firstMessage: "Hello." };
  const withFormat = (format: object) =>
    refusalOf({
      assistant,
      transport: { ...TRANSPORT, audioFormat: { ...TRANSPORT.audioFormat, ...format } },
    });
  expect(await withFormat({ format: "mulaw" })).toBe("not_simulated");
  expect(await withFormat({ sampleRate: 8000 })).toBe("not_simulated");
  expect(await withFormat({ sampleRate: 200_000 })).toBe("Bad Request");
  expect(await withFormat({ format: "mp3" })).toBe("Bad Request");
  expect(await refusalOf({ assistant })).toBe("not_simulated");
  expect(await refusalOf({ assistant, transport: { provider: "daily" } })).toBe("not_simulated");
  expect(await refusalOf({ assistant, phoneNumberId: "p" })).toBe("not_simulated");
  const told = { ...TRANSPORT, websocketCallUrl: "ws://127.0.0.1/" };
  expect(await refusalOf({ assistant, transport: told })).toBe("Bad Request");
  expect(await refusalOf({ transport: TRANSPORT })).toBe("Bad Request");
  const { publicKey } = voice.platform;
  expect(await refusalOf({ assistant, transport: TRANSPORT }, publicKey)).toBe("Unauthorized");
});
