import { afterEach, expect, test, vi } from "vitest";
import { mintCall } from "./mint";

afterEach(() => void vi.unstubAllGlobals());

async function sentBy(token: string): Promise<Request> {
  const sent: Request[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push(new Request(url, init));
    return Response.json({ webCallUrl: "https://room.example" });
  });
  const service = { baseUrl: "https://site.example", token, callMachineUrl: null };
  expect(await mintCall(service, "embed", null)).toEqual({ webCallUrl: "https://room.example" });
  const [request] = sent;
  if (request === undefined) throw new Error("Nothing was sent");
  return request;
}

// https://fetch.spec.whatwg.org/#cors-safelisted-request-header
test("a visitor's call is asked for without the browser asking first", async () => {
  const request = await sentBy("embed");
  expect([...request.headers]).toEqual([["content-type", "text/plain;charset=UTF-8"]]);
  expect(await request.json()).toEqual({ assistantId: "embed", bearer: "embed" });
});

test("an owner's shows the session where it is read", async () => {
  const request = await sentBy("session");
  expect(request.headers.get("Authorization")).toBe("Bearer session");
  expect(await request.json()).toEqual({ assistantId: "embed" });
});

test("a visitor's shows what was agreed to, and a notice that is asked for comes back", async () => {
  const sent: unknown[] = [];
  const notice = { version: "v2", language: "en", text: "Recorded.", words: "OK?", link: null };
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Response.json({ code: "consent_needed", message: "Reload.", notice }, { status: 403 });
  });
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("parent", globalThis);
  const proofs = {
    ...{ current: async () => "p", renewed: async () => "q", keep() {}, prepare() {} },
    askWhetherClosed: async () => null,
    unsigned: () => null,
  };
  const service = { baseUrl: "https://site.example", token: "embed", callMachineUrl: null };
  const agreed = { version: "v1", msAgo: 7 };
  expect(await mintCall(service, "embed", proofs, { agreed })).toEqual(notice);
  expect(sent).toEqual([{ assistantId: "embed", bearer: "embed", proof: "p", sites: [], agreed }]);
});

test("words of the server's own come with its text, and the page goes along", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    const closed = { code: "closed", message: "Wir haben zu.", words: "Geschlossen" };
    return Response.json(closed, { status: 409 });
  });
  const service = { baseUrl: "https://site.example", token: "embed", callMachineUrl: null };
  const page = { url: "https://bakery.example/bread", title: "Bread" };
  expect(await mintCall(service, "embed", null, { page })).toEqual({
    message: "Wir haben zu.",
    words: "Geschlossen",
    error: { code: "closed", message: "Wir haben zu." },
  });
  expect(sent).toEqual([{ assistantId: "embed", bearer: "embed", page }]);
});
