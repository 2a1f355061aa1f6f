import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import { recordCall } from "./record-call.ts";
import { trimSilence } from "./sound.ts";

const PATIENT = { maxWaitMs: 20_000, maxSpeechMs: 20_000 };

/** A platform that does this with its client, and everything that the client sends. */
async function platform(serve: (client: WebSocket) => void) {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  onTestFinished(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  const received: (Buffer | string)[] = [];
  server.on("connection", (client) => {
    client.on("message", (data: Buffer, isBinary) => {
      received.push(isBinary ? data : data.toString());
    });
    serve(client);
  });
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

const tone = (length: number) =>
  Int16Array.from({ length }, (_, index) => (index % 2 === 0 ? 5000 : -5000));
const SILENCE = new Int16Array(320);

test("speech is recorded to the sample, however its bytes are cut, until a second of silence", async () => {
  const spoken = tone(3001);
  const { url, received } = await platform((client) => {
    client.send('{"type":"status-update"}');
    client.send(SILENCE);
    const bytes = Buffer.from(spoken.buffer);
    for (let at = 0; at < bytes.length; at += 777) client.send(bytes.subarray(at, at + 777));
    const quiet = setInterval(() => client.send(SILENCE), 20);
    client.once("close", () => clearInterval(quiet));
  });
  const recorded = await recordCall(url, PATIENT);
  if (recorded.kind !== "speech") throw new Error(recorded.reason);
  expect([...recorded.samples.subarray(320, 320 + spoken.length)]).toEqual([...spoken]);
  expect(trimSilence(recorded.samples).length).toBeLessThan(recorded.samples.length);
  // Sound comes from this side too, and the call is ended as the vendor's guide says.
  expect(received[0]).toEqual(Buffer.alloc(640));
  expect(received.at(-1)).toBe('{"type":"end-call"}');
});

test("a platform that does not stop speaking is not waited for", async () => {
  const { url } = await platform((client) => {
    const speaking = setInterval(() => client.send(tone(320)), 20);
    client.once("close", () => clearInterval(speaking));
  });
  expect(await recordCall(url, { ...PATIENT, maxSpeechMs: 200 })).toEqual({
    kind: "failure",
    reason: "the sound did not end within 0.2 seconds",
  });
});

test("a call that ends in the middle of a word, and an address that nobody answers, are failures", async () => {
  const { url } = await platform((client) => {
    client.send(tone(320));
    client.close();
  });
  expect(await recordCall(url, PATIENT)).toEqual({
    kind: "failure",
    reason: "the voice platform ended the call",
  });
  expect(await recordCall("ws://127.0.0.1:1", PATIENT)).toMatchObject({
    kind: "failure",
    reason: expect.stringContaining("the call's socket failed") as string,
  });
});

test("only the silence around speech is removed", () => {
  const parts = [new Int16Array(8000), tone(100), new Int16Array(4000), tone(100)];
  const sound = Int16Array.from([...parts.flatMap((part) => [...part]), ...new Int16Array(8000)]);
  const trimmed = trimSilence(sound);
  // A soft beginning and a soft end stay.
  expect(trimmed.length).toBe(160 + 4200 + 1600);
  expect(trimSilence(new Int16Array(100)).length).toBeLessThanOrEqual(100);
});
