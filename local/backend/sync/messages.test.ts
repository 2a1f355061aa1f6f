import { expect, test } from "vitest";
import { ProtocolError, decodeTimestamp, encodeTimestamp, parseClientMessage } from "./messages.ts";

test("a timestamp is eight bytes, least significant first", () => {
  expect(encodeTimestamp(0n)).toBe("AAAAAAAAAAA=");
  expect(encodeTimestamp(1n)).toBe("AQAAAAAAAAA=");
  expect(decodeTimestamp(encodeTimestamp(1_795_236_012_066_000_123n))).toBe(
    1_795_236_012_066_000_123n,
  );
});

test.each([
  "not json",
  "null",
  "[]",
  "{}",
  '{"type":"Unknown"}',
  '{"type":"constructor"}',
  '{"type":"Connect"}',
  '{"type":"ModifyQuerySet","baseVersion":0,"newVersion":"1","modifications":[]}',
  '{"type":"Mutation","requestId":0,"udfPath":1,"args":[]}',
])("[S8] the frame %s breaks the protocol", (frame) => {
  expect(() => parseClientMessage(frame)).toThrow(ProtocolError);
});

test("a well-formed frame is read as it is", () => {
  const frame = '{"type":"Mutation","requestId":3,"udfPath":"a:b","args":[{}]}';
  expect(parseClientMessage(frame)).toEqual(JSON.parse(frame));
});
