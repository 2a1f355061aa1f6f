/** Requests that no well-behaved client sends; `HOST` stands for the server's own. */
export const WEBSOCKET =
  "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

export const TARGETS = [
  "//",
  "///",
  "//evil.example/",
  "/\\",
  "/%",
  "/%zz?%zz",
  "/api/storage/%zz",
  "/api/%zz/sync",
  "/recordings/%zz",
  "/assistant/%zz",
  "/room/%zz",
  "/v1/customers/%zz",
  "/c/pay/%zz",
  "/@fs/%zz",
  "/..//..%2f..%5c",
  "/?q=%zz",
  "/%00",
  "/constructor/__proto__",
  "/http/%zz",
  "*",
  "%",
  "?",
  "http://",
  "http:///",
  "http://[",
  "http://[::1",
  "http://%zz/",
  "http://HOST//",
  "http://user:password@HOST/",
  "http://evil.example/",
  "ws://HOST/",
  "ftp://x:y:z/",
  "file:///etc/passwd",
];

export const METHODS = [
  "CONNECT",
  "TRACE",
  "OPTIONS",
  "HEAD",
  "PROPFIND",
  "M-SEARCH",
  "get",
  "EVIL",
];

export const HEADERS: Record<string, string> = {
  "no host": "",
  "an empty host": "Host:\r\n",
  "two hosts": "Host: HOST\r\nHost: evil.example\r\n",
  "a broken host": "Host: [::1\r\n",
  "a host with a path": "Host: 127.0.0.1/..?\r\n",
  "a port out of range": "Host: 127.0.0.1:99999\r\n",
  "an expectation": "Host: HOST\r\nExpect: 100-continue\r\n",
  "a strange expectation": "Host: HOST\r\nExpect: wonders\r\n",
  "a header without a name": "Host: HOST\r\n: nothing\r\n",
  "a header without a colon": "Host: HOST\r\nnothing\r\n",
  "a header with a null byte": "Host: HOST\r\nX: a\0b\r\n",
  "a folded header": "Host: HOST\r\nX: a\r\n b\r\n",
  "a header beyond ASCII": "Host: HOST\r\nX: \xff\r\nOrigin: \xff\r\n",
  "a header too long": `Host: HOST\r\nX: ${"x".repeat(20_000)}\r\n`,
  "a broken origin": "Host: HOST\r\nOrigin: http://[\r\n",
  "a prototype for a header": "Host: HOST\r\n__proto__: x\r\nconstructor: y\r\n",
  "a broken range": "Host: HOST\r\nRange: bytes=9-1\r\n",
  "a length below zero": "Host: HOST\r\nContent-Length: -1\r\n",
  "two lengths": "Host: HOST\r\nContent-Length: 1\r\nContent-Length: 2\r\n",
  "a length and chunks": "Host: HOST\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n",
  "a broken chunk": "Host: HOST\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  "a body that stops": "Host: HOST\r\nContent-Length: 1000\r\n\r\nabc",
  "chunks that stop": "Host: HOST\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
  "a body that is not what it says":
    "Host: HOST\r\nContent-Encoding: br\r\nContent-Type: multipart/form-data\r\nContent-Length: 3\r\n\r\nabc",
  "an upgrade to nothing known": "Host: HOST\r\nConnection: Upgrade\r\nUpgrade: h2c, evil\r\n",
  "an upgrade without a key":
    "Host: HOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n",
  "an upgrade of another version": `Host: HOST\r\n${WEBSOCKET.replace("13", "99")}`,
  "an upgrade with a broken extension": `Host: HOST\r\n${WEBSOCKET}Sec-WebSocket-Extensions: ;;=\r\n`,
  "an upgrade with a broken protocol": `Host: HOST\r\n${WEBSOCKET}Sec-WebSocket-Protocol: ,,\r\n`,
  "an upgrade with a body": `Host: HOST\r\n${WEBSOCKET}Content-Length: 1000\r\n\r\nabc`,
};

const BYTES: Record<string, string> = {
  nothing: "",
  "a blank line": "\r\n\r\n",
  "a request of HTTP/0.9": "GET /\r\n",
  "a request of HTTP/1.0": "GET / HTTP/1.0\r\n\r\n",
  "the preface of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "a greeting of TLS": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  "half a request line": "GET /ver",
  "half a header": "GET / HTTP/1.1\r\nHost: HO",
  "a target too long": `GET /${"x".repeat(30_000)} HTTP/1.1\r\nHost: HOST\r\n\r\n`,
  "two requests at once": "GET // HTTP/1.1\r\nHost: HOST\r\n\r\n".repeat(2),
};

/** By name. Each is complete, so it gets a response. */
export function hostileRequests(): [string, string][] {
  return [
    ...TARGETS.flatMap((target): [string, string][] => [
      [`GET ${target}`, `GET ${target} HTTP/1.1\r\nHost: HOST\r\n\r\n`],
      [`POST ${target}`, `POST ${target} HTTP/1.1\r\nHost: HOST\r\nContent-Length: 3\r\n\r\n{"a`],
      [`a WebSocket at ${target}`, `GET ${target} HTTP/1.1\r\nHost: HOST\r\n${WEBSOCKET}\r\n`],
    ]),
    ...METHODS.flatMap((method) =>
      ["/", "*", "HOST", "//"].map((target): [string, string] => [
        `${method} ${target}`,
        `${method} ${target} HTTP/1.1\r\nHost: HOST\r\n\r\n`,
      ]),
    ),
  ];
}

/** By name, for a server's own paths: a public one, and one for sockets. */
export function hostileBytes(places: { open: string; socket: string | null }): [string, string][] {
  const end = (head: string) => (head.includes("\r\n\r\n") ? head : `${head}\r\n`);
  return [
    ...Object.entries(BYTES),
    ...Object.entries(HEADERS).flatMap(([name, head]) =>
      [places.open, ...(places.socket === null ? [] : [places.socket])].flatMap((place) =>
        ["GET", "POST"].map((method): [string, string] => [
          `${method} ${place} with ${name}`,
          `${method} ${place} HTTP/1.1\r\n${end(head)}`,
        ]),
      ),
    ),
  ];
}
