/** The hosted pages. None needs a script, and each has a secret URL that cannot be guessed. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Hono } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import type { Simulator } from "../engine/simulator.ts";
import { StripeError } from "../errors.ts";
import { visitCheckout } from "./checkout.ts";
import { visitInvoice } from "./invoice-page.ts";
import { message } from "./layout.ts";
import { visitPortal } from "./portal.ts";
import { visitOf } from "./visit.ts";

const INVOICE_ID_LENGTH = "in_".length + 24;
const METHODS = ["GET", "POST"];

export async function createPages(simulator: Simulator, origin: string): Promise<Hono<AppEnv>> {
  const styles = await readFile(path.join(import.meta.dirname, "pages.css"), "utf8");
  const app = new Hono<AppEnv>();

  app.onError((error) => {
    if (!(error instanceof StripeError)) throw error;
    return message("This form is not valid", error.message, null, error.status);
  });
  app.get("/assets/pages.css", (c) =>
    c.body(styles, 200, { "Content-Type": "text/css; charset=utf-8" }),
  );
  app.use(async ({ req }, next) => {
    const { method } = req;
    if (!METHODS.includes(method)) return notFound(405);
    const from = req.header("Origin");
    const isForeign = from !== undefined && from !== origin;
    if (method === "POST" && isForeign) {
      return message("Refused", "This form came from another site.", null, 403);
    }
    await next();
  });
  app.on(METHODS, "/c/pay/:id/:step?", async (c) => {
    const { id, step } = c.req.param();
    return visitCheckout(await visitOf(simulator, c), id, step);
  });
  app.on(METHODS, "/p/session/:link/:section?/:id?/:act?", async (c) =>
    visitPortal(await visitOf(simulator, c), c.req.param()),
  );
  app.on(METHODS, "/i/:token/:step?", async (c) => {
    const { token, step } = c.req.param();
    const id = token.slice(0, INVOICE_ID_LENGTH);
    const isKnown = simulator.run(
      ({ store, url }) => store.get("invoice", id)?.hosted_invoice_url === `${url}/i/${token}`,
    );
    if (!isKnown) return notFound(404);
    return visitInvoice(await visitOf(simulator, c), step, {
      invoice: id,
      at: `/i/${token}`,
      link: token,
      back: null,
    });
  });
  app.notFound(() => notFound(404));
  return app;
}

function notFound(status: number): Response {
  return message("There is no such page", "The link may be incomplete.", null, status);
}
