import { expect, test } from "vitest";
import { previewCredentialsIn, requirePreviewCredentials } from "./deployment.ts";

const CLOUD = { CONVEX_DEPLOY_KEY: "prod:happy-animal-123|key" };
const HOSTED = {
  CONVEX_SELF_HOSTED_URL: "https://convex.hark.example",
  CONVEX_SELF_HOSTED_ADMIN_KEY: "key",
};
const key = (PREVIEW_CONVEX_DEPLOY_KEY: string) => ({ PREVIEW_CONVEX_DEPLOY_KEY });

test("the preview's deployment is named by settings of its own", () => {
  expect(previewCredentialsIn({})).toBeNull();
  expect(previewCredentialsIn(key("dev:calm-bird-456|key"))).toEqual({
    CONVEX_DEPLOY_KEY: "dev:calm-bird-456|key",
  });
  const hosted = {
    PREVIEW_CONVEX_SELF_HOSTED_URL: "https://preview.hark.example",
    PREVIEW_CONVEX_SELF_HOSTED_ADMIN_KEY: "key",
  };
  expect(requirePreviewCredentials(hosted, HOSTED)).toMatchObject({
    CONVEX_SELF_HOSTED_URL: "https://preview.hark.example",
  });
});

test("without a preview's deployment, or with half of its name, the message says which settings name it", () => {
  const help = "PREVIEW_CONVEX_SELF_HOSTED_URL and PREVIEW_CONVEX_SELF_HOSTED_ADMIN_KEY";
  expect(() => requirePreviewCredentials({}, CLOUD)).toThrow(help);
  const half = { PREVIEW_CONVEX_SELF_HOSTED_URL: "https://preview.hark.example" };
  expect(() => previewCredentialsIn(half)).toThrow(help);
});

test.each(["preview:team:project|key", "project:team:project|key"])(
  "a key of a whole project is refused: %s",
  (value) => {
    expect(() => previewCredentialsIn(key(value))).toThrow("names a project");
  },
);

test("the live deployment is recognised by another key, and by another way to write its address", () => {
  const refused = "The preview's deployment is the live one";
  expect(() => requirePreviewCredentials(key("prod:happy-animal-123|other"), CLOUD)).toThrow(
    refused,
  );
  expect(() => requirePreviewCredentials(key("happy-animal-123|other"), CLOUD)).toThrow(refused);
  const same = {
    PREVIEW_CONVEX_SELF_HOSTED_URL: "https://CONVEX.hark.example:443/",
    PREVIEW_CONVEX_SELF_HOSTED_ADMIN_KEY: "other",
  };
  expect(() => requirePreviewCredentials(same, HOSTED)).toThrow(refused);
});
