import { expect, test } from "vitest";
import { createUploadTokens } from "./upload-token.ts";

const HOUR_MS = 60 * 60 * 1000;

test("[A3] a token lets its component upload, also after a restart", () => {
  const token = createUploadTokens("secret").issue("files", 1_000);
  expect(createUploadTokens("secret").redeem(token, 2_000)).toEqual({ component: "files" });
});

test("[A3] a token is worth nothing after an hour", () => {
  const tokens = createUploadTokens("secret");
  const token = tokens.issue("", 0);
  expect(tokens.redeem(token, HOUR_MS - 1)).toEqual({ component: "" });
  expect(tokens.redeem(token, HOUR_MS)).toBe("expired");
});

test.each(["", ".", "abc", "abc.def", `${Buffer.from('["",1e15]').toString("base64url")}.forged`])(
  "[A3] the forged token %j is refused",
  (token) => {
    expect(createUploadTokens("secret").redeem(token, 0)).toBe("invalid");
  },
);

test("[A3] a token of another deployment is refused", () => {
  const token = createUploadTokens("theirs").issue("", 0);
  expect(createUploadTokens("ours").redeem(token, 0)).toBe("invalid");
});
