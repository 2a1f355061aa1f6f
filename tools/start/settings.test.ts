import path from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT } from "./project-root.ts";
import { readSettings } from "./settings.ts";

test("without any variable the standard ports and .local are used", () => {
  expect(readSettings({})).toEqual({
    port: 4275,
    backendPort: 4276,
    sitePort: 4277,
    voicePort: 4278,
    stripePort: 4279,
    mailPort: 4280,
    messengersPort: 4282,
    calendarPort: 4283,
    dataFolder: path.join(PROJECT_ROOT, ".local"),
    webhookReceivers: ["http://localhost:4281", "http://127.0.0.1:4281"],
  });
});

test("local webhook receivers can be named", () => {
  const named = { HARK_WEBHOOK_RECEIVERS: " http://localhost:5678/hook  http://127.0.0.1:3000 " };
  expect(readSettings(named).webhookReceivers).toEqual([
    "http://localhost:5678",
    "http://127.0.0.1:3000",
  ]);
  expect(() => readSettings({ HARK_WEBHOOK_RECEIVERS: "5678" })).toThrow(
    'HARK_WEBHOOK_RECEIVERS must be URLs like http://localhost:5678, not "5678".',
  );
});

test("ports and the data folder can be chosen", () => {
  const settings = readSettings({ HARK_PORT: " 5000 ", HARK_DATA: "/var/lib/hark" });
  expect(settings).toMatchObject({ port: 5000, dataFolder: "/var/lib/hark" });
});

test("an empty variable counts as absent", () => {
  expect(readSettings({ HARK_PORT: "", HARK_DATA: "" })).toEqual(readSettings({}));
});

test("all invalid ports are reported at once", () => {
  const bad = { HARK_PORT: "web", HARK_BACKEND_PORT: "0", HARK_SITE_PORT: "65536" };
  expect(() => readSettings(bad)).toThrow(
    [
      'HARK_PORT must be a port from 1 to 65535, not "web".',
      'HARK_BACKEND_PORT must be a port from 1 to 65535, not "0".',
      'HARK_SITE_PORT must be a port from 1 to 65535, not "65536".',
    ].join("\n"),
  );
});

test.each(["1e3", "-1", "80.5", "0x50"])("%s is not a port", (HARK_PORT) => {
  expect(() => readSettings({ HARK_PORT })).toThrow("HARK_PORT must be a port");
});

test("servers for answers and transcription are optional and need a model", () => {
  const set = { HARK_ANSWERS_URL: "http://127.0.0.1:11434/v1", HARK_ANSWERS_MODEL: "small" };
  const answers = { baseUrl: "http://127.0.0.1:11434/v1", model: "small" };
  expect(readSettings(set)).toMatchObject({ answers });
  expect(readSettings({ ...set, HARK_ANSWERS_KEY: "k" })).toMatchObject({
    answers: { ...answers, key: "k" },
  });
  for (const bad of [
    { HARK_TRANSCRIPTION_URL: "somewhere", HARK_TRANSCRIPTION_MODEL: "small" },
    { HARK_TRANSCRIPTION_URL: "http://127.0.0.1:8000/v1" },
  ]) {
    expect(() => readSettings(bad)).toThrow("HARK_TRANSCRIPTION_URL must be a URL");
  }
});

test("the recognizer must be a known one, and has a default", () => {
  expect(readSettings({ HARK_RECOGNIZER: " debian " }).recognizer).toBe("debian");
  expect(readSettings({ HARK_RECOGNIZER: "" })).not.toHaveProperty("recognizer");
  expect(() => readSettings({ HARK_RECOGNIZER: "whisper" })).toThrow(
    'HARK_RECOGNIZER must be one of built-in, debian, none, not "whisper".',
  );
});

test("two services cannot share a port", () => {
  expect(() => readSettings({ HARK_PORT: "4276" })).toThrow(
    "HARK_BACKEND_PORT and HARK_PORT are both 4276.",
  );
});
