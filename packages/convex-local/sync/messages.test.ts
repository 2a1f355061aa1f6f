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
  '{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1,"modifications":[null]}',
  '{"type":"ModifyQuerySet","baseVersion":0,"newVersion":-1,"modifications":[]}',
  '{"type":"Mutation","requestId":0,"udfPath":1,"args":[]}',
  '{"type":"Mutation","requestId":0,"udfPath":"a:b","args":[[]]}',
  '{"type":"Authenticate","tokenType":"Nobody","baseVersion":0}',
])("[S8] the frame %s breaks the protocol", (frame) => {
  expect(() => parseClientMessage(frame)).toThrow(ProtocolError);
});

test("[S8] what is wrong with a message is named, wherever in it that is", () => {
  const good = { type: "Add", queryId: 1, udfPath: "a:b", args: [{}], journal: null };
  const modifications = [good, { ...good, queryId: "2" }];
  const message = { type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications };
  expect(() => parseClientMessage(JSON.stringify(message))).toThrow(
    "ModifyQuerySet.modifications[1].queryId must be a whole number below 2^32",
  );
});

test("a well-formed frame is parsed unchanged", () => {
  const frame = '{"type":"Mutation","requestId":3,"udfPath":"a:b","args":[{}]}';
  expect(parseClientMessage(frame)).toEqual(JSON.parse(frame));
});
