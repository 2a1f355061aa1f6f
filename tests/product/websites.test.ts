import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { SOURCE_REFUSALS, tooManyPages } from "../../convex/shared/sourceMessages";
import { ADDRESS_PROBLEMS } from "../../convex/knowledge/reading/address";
import { beginDiscovery } from "../../convex/knowledge/reading/discover";
import { PDF_PROBLEMS } from "../../convex/knowledge/websitePdfs";
import { MAX_WEBSITE_PDFS } from "../../convex/shared/sources";
import { ownedBy } from "./owned.ts";
import { refusal } from "./refusal.ts";
import { readAnswer, type } from "./typed.ts";
import { createAssistant, onEachVoiceBackend } from "./voice-world.ts";
import { hostWebsite, htmlPage } from "../fixtures/website-host.ts";
import type { WebsiteHost } from "../fixtures/website-host.ts";
import type { Owner } from "./world.ts";

const { addWebsite, choosePages, findPages, listWebsites, removeWebsite } = api.websites;
const { draftFromWebsite, getPageChange, keepPageChanges, refusePageChange } = api.websites;
const WEEK_MS = 7 * 24 * 3_600_000;

const LINKS = '<p><a href="/prices">Prices</a> <a href="/private/">Staff</a></p>';
const PAGES = {
  "/robots.txt": "User-agent: *\nDisallow: /private/\n",
  "/": htmlPage("Linden Bakery", `<p>We bake at number twelve, Linden Square.</p>${LINKS}`),
  "/prices": htmlPage("Prices", "<table><tr><td>Seeded roll</td><td>2 dollars</td></tr></table>"),
  "/private/": htmlPage("Staff", "<p>The safe's number is 4711.</p>"),
};

const MENU = readFileSync(
  path.join(import.meta.dirname, "../fixtures/websites/pdf-menu-trattoria/files/menu.pdf"),
);

let site: WebsiteHost;
beforeAll(async () => {
  site = await hostWebsite(PAGES);
});
afterAll(() => site.close());

onEachVoiceBackend((world) => {
  beforeEach(async () => {
    site.pages = { ...PAGES };
    site.requests.length = 0;
    await world().setVariables({ LOCAL_WEBSITES: site.url, SITE_URL: "https://hark.example" });
  });

  async function withSite() {
    const owner = await world().signUp();
    const assistant = await createAssistant(owner);
    const { assistantId } = assistant;
    const websiteId = await owner.mutation(addWebsite, { assistantId, address: site.url });
    await settleReading();
    return { owner, ...assistant, websiteId };
  }

  /** The same without the search for pages, which takes a second for each request. */
  async function withFoundPages() {
    const owner = await world().signUp();
    const assistant = await createAssistant(owner);
    const ownership = { ownerId: owner.userId, assistantId: assistant.assistantId };
    const start = `${site.url}/`;
    const discovery = { ...beginDiscovery(start, 200), robots: { kind: "everythingAllowed" } };
    const progress = JSON.stringify({ ...discovery, found: [] });
    const row = { ...ownership, start, state: "choosing" as const, progress };
    await world().insert("websites", [row]);
    const { _id: websiteId } = await siteOf(owner, assistant.assistantId);
    const page = { ...ownership, websiteId, title: null, isChosen: true };
    await world().insert("websitePages", [
      { ...page, url: start },
      { ...page, url: `${site.url}/prices` },
    ]);
    return { owner, ...assistant, websiteId };
  }

  /** The same with a PDF. */
  async function withMenu() {
    site.pages["/menu.pdf"] = MENU;
    const found = await withFoundPages();
    const { owner, assistantId, websiteId } = found;
    const page = { ownerId: owner.userId, assistantId, websiteId, title: null, isChosen: true };
    await world().insert("websitePages", [{ ...page, url: `${site.url}/menu.pdf` }]);
    return found;
  }

  /** A website gets one request a second. */
  async function settleReading() {
    for (;;) {
      await world().settle();
      const websites = await world().rows("websites");
      if (!websites.some(({ state }) => ["finding", "reading"].includes(state))) return;
      await world().advance(1_000);
    }
  }

  async function siteOf(owner: Owner, assistantId: Id<"assistants">) {
    return must((await owner.query(listWebsites, { assistantId }))[0], "website");
  }

  async function readAll(owner: Owner, assistantId: Id<"assistants">) {
    const { _id: websiteId, pages } = await siteOf(owner, assistantId);
    await owner.mutation(choosePages, { websiteId, pageIds: pages.map(({ _id }) => _id) });
    await settleReading();
  }

  async function asked(owner: Owner, embedId: string, text: string): Promise<string> {
    const who = { bearer: await owner.token(), embedId };
    return (await readAnswer(await type(world(), who, { text }))).text;
  }

  // T104: docs/security.md
  test("a website's pages are found, chosen, read as robots.txt allows, and known", async () => {
    const { owner, assistantId, embedId } = await withSite();
    const found = await siteOf(owner, assistantId);
    expect(found).toMatchObject({ state: "choosing", problem: null });
    expect(found.pages.map(({ url, isChosen }) => [new URL(url).pathname, isChosen])).toEqual([
      ["/", true],
      ["/prices", true],
    ]);
    await readAll(owner, assistantId);
    expect(await siteOf(owner, assistantId)).toMatchObject({ state: "known" });
    expect(await asked(owner, embedId, "How much is a seeded roll?")).toContain("2 dollars");
    expect(await asked(owner, embedId, "What is the safe's number?")).not.toContain("4711");
    expect(site.requests.map(({ path }) => path)).not.toContain("/private/");
  });

  test("what changed is known after reading again, and what is gone is forgotten", async () => {
    const { owner, assistantId, embedId, websiteId } = await withSite();
    await readAll(owner, assistantId);
    site.pages["/prices"] = htmlPage("Prices", "<p>A seeded roll costs 3 dollars.</p>");
    await owner.mutation(findPages, { websiteId });
    await settleReading();
    await readAll(owner, assistantId);
    expect(await asked(owner, embedId, "How much is a seeded roll?")).toContain("3 dollars");
    site.pages["/"] = htmlPage("Linden Bakery", "<p>We bake at Linden Square.</p>");
    await owner.mutation(findPages, { websiteId });
    await settleReading();
    await readAll(owner, assistantId);
    expect((await siteOf(owner, assistantId)).pages).toHaveLength(1);
    expect(await asked(owner, embedId, "How much is a seeded roll?")).not.toContain("3 dollars");
  });

  test("an owner chooses among the pages, and a page that cannot be read keeps what was known", async () => {
    const { owner, assistantId, embedId, websiteId } = await withFoundPages();
    await readAll(owner, assistantId);
    const { pages } = await siteOf(owner, assistantId);
    const prices = must(
      pages.find(({ url }) => url.endsWith("/prices")),
      "page",
    );
    delete (site.pages as Partial<typeof PAGES>)["/prices"];
    await owner.mutation(choosePages, { websiteId, pageIds: [prices._id] });
    await settleReading();
    const [start, failed] = (await siteOf(owner, assistantId)).pages;
    expect(failed?.problem).toBe("This page does not exist (404).");
    expect(start?.isChosen).toBe(false);
    expect(await asked(owner, embedId, "How much is a seeded roll?")).toContain("2 dollars");
    expect(await asked(owner, embedId, "Where do you bake?")).not.toContain("Linden Square");
  });

  test("a website that cannot be read says why, and can be tried again", async () => {
    site.pages = {};
    const { owner, assistantId, websiteId } = await withSite();
    expect(await siteOf(owner, assistantId)).toMatchObject({
      state: "failed",
      problem: "This page does not exist (404).",
    });
    site.pages = { ...PAGES };
    await owner.mutation(findPages, { websiteId });
    await settleReading();
    expect(await siteOf(owner, assistantId)).toMatchObject({ state: "choosing", problem: null });
  });

  test("a search that fails later leaves what is known, and the pages are read next week", async () => {
    const { owner, assistantId, embedId, websiteId } = await withFoundPages();
    await readAll(owner, assistantId);
    site.pages = {};
    await owner.mutation(findPages, { websiteId });
    await settleReading();
    const problem = "This page does not exist (404).";
    expect(await siteOf(owner, assistantId)).toMatchObject({ state: "known", problem });
    expect(await asked(owner, embedId, "How much is a seeded roll?")).toContain("2 dollars");
    site.pages = { ...PAGES, "/prices": htmlPage("Prices", "<p>A seeded roll: 3 dollars.</p>") };
    await world().advance(WEEK_MS);
    await world().inside.mutation(internal.assistants.websiteReading.readDue, {});
    await settleReading();
    expect(await siteOf(owner, assistantId)).toMatchObject({ state: "known", problem: null });
    expect(await asked(owner, embedId, "How much is a seeded roll?")).toContain("3 dollars");
  });

  test("a website without room for its pages asks which ones to read", async () => {
    const { owner, assistantId, websiteId } = await withFoundPages();
    const page = { ownerId: owner.userId, assistantId, websiteId, title: null, isChosen: true };
    await world().insert(
      "websitePages",
      Array.from({ length: 198 }, (_, index) => ({ ...page, url: `${site.url}/${index}` })),
    );
    const address = site.url.replace("127.0.0.1", "localhost");
    await world().setVariables({ LOCAL_WEBSITES: `${site.url} ${address}` });
    const asking = { assistantId, address, readsAll: true };
    const otherId = await owner.mutation(addWebsite, asking);
    await settleReading();
    const websites = await owner.query(listWebsites, { assistantId });
    const other = must(
      websites.find(({ _id }) => _id === otherId),
      "website",
    );
    expect(other).toMatchObject({ state: "choosing", problem: null });
    expect(other.pages.map(({ isChosen }) => isChosen)).toEqual([false, false]);
  });

  test("what is no website of the owner's choice is refused with what to do", async () => {
    const { owner, assistantId, websiteId } = await withFoundPages();
    const add = (address: string) => owner.mutation(addWebsite, { assistantId, address });
    const refused = (message: string) => refusal("invalid_input", message);
    await expect(add(" ")).rejects.toEqual(refused(ADDRESS_PROBLEMS.empty));
    await expect(add("http://127.0.0.1:9")).rejects.toEqual(refused(ADDRESS_PROBLEMS.ipAddress));
    await expect(add(`${site.url}/prices`)).rejects.toEqual(refused(SOURCE_REFUSALS.websiteKnown));
    await expect(owner.mutation(choosePages, { websiteId, pageIds: [] })).rejects.toEqual(
      refused(SOURCE_REFUSALS.noPagesChosen),
    );
    const row = { ownerId: owner.userId, assistantId, start: "https://a.example/" };
    await world().insert("websites", [
      { ...row, state: "known" as const },
      { ...row, state: "known" as const },
    ]);
    await expect(add("b.example.com")).rejects.toEqual(refused(SOURCE_REFUSALS.tooManyWebsites));
  });

  test("an assistant knows as many pages as the plan allows", async () => {
    const { owner, assistantId, websiteId } = await withFoundPages();
    const { pages } = await siteOf(owner, assistantId);
    const page = { ownerId: owner.userId, assistantId, title: null, isChosen: true };
    await world().insert("websites", [
      { ownerId: owner.userId, assistantId, start: "https://a.example/", state: "known" as const },
    ]);
    const other = (await owner.query(listWebsites, { assistantId }))[1];
    await world().insert(
      "websitePages",
      Array.from({ length: 199 }, (_, index) => ({
        ...page,
        websiteId: must(other, "website")._id,
        url: `https://a.example/${index}`,
      })),
    );
    await expect(
      owner.mutation(choosePages, { websiteId, pageIds: pages.map(({ _id }) => _id) }),
    ).rejects.toEqual(refusal("plan_limit", tooManyPages("Pro", 200, false)));
  });

  test("a website goes with everything that was read of it", async () => {
    const { owner, assistantId, embedId, websiteId } = await withFoundPages();
    await readAll(owner, assistantId);
    await owner.mutation(removeWebsite, { websiteId });
    await world().settle();
    expect(await asked(owner, embedId, "How much is a seeded roll?")).not.toContain("2 dollars");
    const left = Object.keys(await ownedBy(world(), owner.userId));
    expect(left.filter((table) => /website|sentTexts|assistantTools/.test(table))).toEqual([]);
  });

  test("a website is read again each week, and a change can be seen and refused", async () => {
    const { owner, assistantId, embedId } = await withFoundPages();
    await readAll(owner, assistantId);
    const readWeekly = async () => {
      await world().advance(WEEK_MS);
      await world().inside.mutation(internal.assistants.websiteReading.readDue, {});
      await settleReading();
    };
    const pricesOf = async () => {
      const { pages } = await siteOf(owner, assistantId);
      return must(
        pages.find(({ url }) => url.endsWith("/prices")),
        "page",
      );
    };
    site.requests.length = 0;
    site.pages["/prices"] = htmlPage("Prices", "<p>A seeded roll costs 3 dollars.</p>");
    await readWeekly();
    // Websites of other tests are due too, each with its robots.txt first.
    expect(site.requests[0]?.path).toBe("/robots.txt");
    expect(await siteOf(owner, assistantId)).toMatchObject({ state: "known" });
    expect(await asked(owner, embedId, "How much is a seeded roll?")).toContain("3 dollars");
    const { _id: pageId, changedAtMs } = await pricesOf();
    expect(changedAtMs).toBeGreaterThan(0);
    const change = await owner.query(getPageChange, { pageId });
    expect(change?.before).toContain("2 dollars");
    expect(change?.after).toContain("3 dollars");

    await owner.mutation(refusePageChange, { pageId });
    await world().settle();
    expect(await asked(owner, embedId, "How much is a seeded roll?")).toContain("2 dollars");
    // A text that was refused does not come back, but the next one does.
    await readWeekly();
    expect((await pricesOf()).changedAtMs).toBeNull();
    expect(await asked(owner, embedId, "How much is a seeded roll?")).toContain("2 dollars");
    site.pages["/prices"] = htmlPage("Prices", "<p>A seeded roll costs 4 dollars.</p>");
    await readWeekly();
    expect(await asked(owner, embedId, "How much is a seeded roll?")).toContain("4 dollars");
    const { _id: websiteId } = await siteOf(owner, assistantId);
    await owner.mutation(keepPageChanges, { websiteId });
    expect((await pricesOf()).changedAtMs).toBeNull();
    expect(await owner.query(getPageChange, { pageId })).toBeNull();
  });

  test("a PDF of a website is known, changes, and is forgotten when it is left out", async () => {
    const { owner, assistantId, embedId, websiteId } = await withMenu();
    await readAll(owner, assistantId);
    const menu = must((await siteOf(owner, assistantId)).pages.at(-1), "menu");
    expect(menu.problem).toBeNull();
    const question = "How much is the tiramisu?";
    expect(await asked(owner, embedId, question)).toContain("6.00");
    const exported = (await owner.query(api.account.exportPages, { cursor: null })).pages;
    expect(exported.find(({ _id }) => _id === menu._id)?.pdf?.byteLength).toBe(MENU.length);
    site.pages["/menu.pdf"] = Buffer.from(
      MENU.toString("latin1").replace("6.00", "7.00"),
      "latin1",
    );
    await readAll(owner, assistantId);
    expect(await asked(owner, embedId, question)).toContain("7.00");
    const { pages } = await siteOf(owner, assistantId);
    await owner.mutation(choosePages, { websiteId, pageIds: [must(pages[0], "page")._id] });
    await settleReading();
    expect(await asked(owner, embedId, question)).not.toContain("7.00");
    expect(Object.keys(await ownedBy(world(), owner.userId))).not.toContain("websitePdfs");
  });

  test("a PDF that becomes a page is known as a page", async () => {
    const { owner, assistantId, embedId } = await withMenu();
    await readAll(owner, assistantId);
    const url = `${site.url}/menu.pdf`;
    site.pages["/menu.pdf"] = htmlPage("Menu", "<p>Tiramisu is sold out this week.</p>");
    await readAll(owner, assistantId);
    const { pages } = await siteOf(owner, assistantId);
    expect(pages.find((page) => page.url === url)).toMatchObject({ title: "Menu", problem: null });
    expect(await asked(owner, embedId, "How much is the tiramisu?")).toContain("sold out");
    expect(Object.keys(await ownedBy(world(), owner.userId))).not.toContain("websitePdfs");
  });

  // T105: docs/security.md
  test("PDFs that cannot be read say why, and the other pages are known", async () => {
    const { owner, assistantId, embedId, websiteId } = await withMenu();
    const unread: [string, Buffer, string][] = [
      ["/menu.pdf", MENU.subarray(0, 60), PDF_PROBLEMS.unreadable],
      ["/picture.pdf", Buffer.from("GIF89a"), PDF_PROBLEMS.notPdf],
      ["/long.pdf", Buffer.concat([MENU, Buffer.alloc(300_000)]), "The PDF is longer than 300 KB."],
    ];
    const page = { ownerId: owner.userId, assistantId, websiteId, title: null, isChosen: true };
    const added = unread.slice(1).map(([path]) => ({ ...page, url: site.url + path }));
    await world().insert("websitePages", added);
    for (const [path, content] of unread) site.pages[path] = content;
    await readAll(owner, assistantId);
    const { state, pages } = await siteOf(owner, assistantId);
    expect(state).toBe("known");
    const problems = unread.map(([path]) => pages.find(({ url }) => url.endsWith(path))?.problem);
    expect(problems).toEqual(unread.map(([, , problem]) => problem));
    expect(await asked(owner, embedId, "Where do you bake?")).toContain("Linden Square");
    await owner.mutation(api.account.deleteAccount, {});
    await world().settle();
    expect(await world().rows("websitePdfs")).toEqual([]);
  });

  // T105: docs/security.md
  test("an assistant knows as many PDFs as documents may be read at once", async () => {
    const { owner, assistantId } = await withMenu();
    const owned = { ownerId: owner.userId, assistantId };
    await world().insert("websites", [{ ...owned, start: "https://a.example/", state: "known" }]);
    const other = must((await owner.query(listWebsites, { assistantId }))[1], "website");
    await world().insert(
      "websitePages",
      Array.from({ length: MAX_WEBSITE_PDFS }, (_, index) => ({
        ...{ ...owned, websiteId: other._id, title: null, isChosen: true, readAtMs: 1 },
        ...{ url: `https://a.example/${index}.pdf`, pdfDigest: "known" },
      })),
    );
    await readAll(owner, assistantId);
    const { pages } = await siteOf(owner, assistantId);
    expect(pages.at(-1)?.problem).toBe(PDF_PROBLEMS.tooMany);
  });

  test("a page that vanishes or may no longer be read says so, and is still known", async () => {
    const { owner, assistantId, embedId } = await withFoundPages();
    await readAll(owner, assistantId);
    site.pages["/robots.txt"] = "User-agent: *\nDisallow: /prices\n";
    await world().advance(WEEK_MS);
    await world().inside.mutation(internal.assistants.websiteReading.readDue, {});
    await settleReading();
    const problems = (await siteOf(owner, assistantId)).pages.map(({ problem }) => problem);
    expect(problems).toEqual([null, expect.stringContaining("robots.txt")]);
    expect(await asked(owner, embedId, "How much is a seeded roll?")).toContain("2 dollars");
  });

  test("an assistant begins with its website: nothing is saved, and all pages are then read", async () => {
    const owner = await world().signUp();
    const business = { "@type": "Bakery", name: "Linden", telephone: "030 1234567" };
    const data = `<script type="application/ld+json">${JSON.stringify(business)}</script>`;
    site.pages["/"] = htmlPage("Home", `${data}<p>Rye.</p>${LINKS}`);
    const draft = await owner.action(draftFromWebsite, { address: site.url });
    expect(draft).toMatchObject({ name: "Linden", language: "en", start: `${site.url}/` });
    expect(draft.facts).toContain("Telephone: 030 1234567");
    expect(await ownedBy(world(), owner.userId)).not.toHaveProperty("websites");
    const { assistantId, embedId } = await createAssistant(owner);
    await owner.mutation(addWebsite, { assistantId, address: site.url, readsAll: true });
    await settleReading();
    expect(await siteOf(owner, assistantId)).toMatchObject({ state: "known" });
    expect(await asked(owner, embedId, "How much is a seeded roll?")).toContain("2 dollars");
    const nowhere = owner.action(draftFromWebsite, { address: "localhost" });
    await expect(nowhere).rejects.toEqual(refusal("invalid_input", ADDRESS_PROBLEMS.private));
    site.pages = {};
    await expect(owner.action(draftFromWebsite, { address: site.url })).rejects.toEqual(
      refusal("invalid_input", "This page does not exist (404)."),
    );
  });
});
