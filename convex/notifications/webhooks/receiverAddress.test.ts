import { afterEach, expect, test, vi } from "vitest";
import { WEBHOOK_MESSAGES } from "../../shared/webhooks";
import { checkedAddress } from "./receiverAddress";

afterEach(() => vi.unstubAllEnvs());

test.each([
  [" https://hooks.zapier.com/hooks/catch/1/ab ", "https://hooks.zapier.com/hooks/catch/1/ab"],
  ["https://EXAMPLE.com", "https://example.com/"],
  ["https://example.com:443/a?b=c#d", "https://example.com/a?b=c"],
  ["https://example.com:8443/", "https://example.com:8443/"],
  ["https://bücher.de/", "https://xn--bcher-kva.de/"],
])("%s is kept as %s", (given, kept) => {
  expect(checkedAddress(given)).toBe(kept);
});

const refusals: [keyof typeof WEBHOOK_MESSAGES, string[]][] = [
  ["notAnAddress", ["", "example.com", "https://", "https://exa mple.com", "https://1.2.3.4.5/"]],
  ["notHttps", ["http://example.com/", "ftp://example.com/", "file:///etc/passwd", "data:,x"]],
  ["userInfo", ["https://me:secret@example.com/", "https://me@example.com/"]],
  ["port", ["https://example.com:22/", "https://example.com:8080/", "https://example.com:80/"]],
  ["tooLong", [`https://example.com/${"x".repeat(500)}`]],
  [
    "notAName",
    [
      ...["https://127.0.0.1/", "https://127.1/", "https://2130706433/", "https://0x7f000001/"],
      ...["https://0177.0.0.1/", "https://10.0.0.1/", "https://169.254.169.254/", "https://0/"],
      ...["https://8.8.8.8/", "https://[::1]/", "https://[::ffff:7f00:1]/", "https://[fe80::1]/"],
      ...["https://127.0.0.1./", "https://①②⑦.0.0.1/"],
    ],
  ],
  [
    "notPublic",
    [
      ...["https://localhost/", "https://localhost./", "https://LOCALHOST/", "https://intranet/"],
      ...["https://a.localhost/", "https://printer.local/", "https://metadata.google.internal/"],
      ...["https://router.lan/", "https://nas.home.arpa/", "https://a.b.internal./"],
      ...["https://com../", "https://ⓛocalhost/", "https://example..com/"],
    ],
  ],
];

// T61: docs/security.md
test.each(refusals.flatMap(([why, given]) => given.map((one) => [one, why] as const)))(
  "%s is refused: %s",
  (given, why) => {
    expect(() => checkedAddress(given)).toThrow(
      expect.objectContaining({
        data: { code: "webhook_rejected", message: WEBHOOK_MESSAGES[why] },
      }),
    );
  },
);

// T61: docs/security.md
test("a receiver on this machine is accepted only if the deployment names it", () => {
  vi.stubEnv("WEBHOOK_RECEIVERS", "http://localhost:4281 http://127.0.0.1:4281");
  expect(checkedAddress("http://127.0.0.1:4281/hook")).toBe("http://127.0.0.1:4281/hook");
  for (const other of [
    "http://127.0.0.1:4282/",
    "http://a@127.0.0.1:4281/",
    "https://localhost/",
  ]) {
    expect(() => checkedAddress(other)).toThrow();
  }
});
