/** The hosted pages by their addresses. None needs a script; each asks for an address that no one can guess. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { StripeError } from "../errors.ts";
import type { Simulator } from "../engine/simulator.ts";
import type { Handler, Incoming, Outgoing } from "../http.ts";
import { visitCheckout } from "./checkout.ts";
import { visitInvoice } from "./invoice-page.ts";
import { message } from "./layout.ts";
import { visitPortal } from "./portal.ts";
import { visitOf } from "./visit.ts";

const INVOICE_ID_LENGTH = "in_".length + 24;

export async function createPages(simulator: Simulator, origin: string): Promise<Handler> {
  const styles = await readFile(path.join(import.meta.dirname, "pages.css"));

  return async (request: Incoming): Promise<Outgoing> => {
    try {
      return answer(request);
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      return message("This form cannot be read", error.message, null, error.status);
    }
  };

  function answer(request: Incoming): Outgoing {
    const [, first, second, ...rest] = request.path.split("/");
    const name = `/${first ?? ""}/${second ?? ""}`;
    if (request.path === "/assets/pages.css") {
      return { status: 200, body: styles, headers: { "Content-Type": "text/css; charset=utf-8" } };
    }
    if (request.method !== "GET" && request.method !== "POST") return notFound(405);
    // Another site's form may not press our buttons.
    const { origin: from } = request.headers;
    if (request.method === "POST" && from !== undefined && from !== origin) {
      return message("Refused", "This form came from another site.", null, 403);
    }
    if (name === "/c/pay") return visitCheckout(visitOf(simulator, request, rest));
    if (name === "/p/session") return visitPortal(visitOf(simulator, request, rest));
    if (first === "i" && second !== undefined) return hostedInvoice(request, second, rest[0]);
    return notFound(404);
  }

  function hostedInvoice(request: Incoming, token: string, step: string | undefined): Outgoing {
    const id = token.slice(0, INVOICE_ID_LENGTH);
    const isKnown = simulator.run(
      ({ store, url }) => store.get("invoice", id)?.hosted_invoice_url === `${url}/i/${token}`,
    );
    if (!isKnown) return notFound(404);
    return visitInvoice(visitOf(simulator, request, []), step, {
      invoice: id,
      at: `/i/${token}`,
      link: token,
      back: null,
    });
  }
}

function notFound(status: number): Outgoing {
  return message("There is no such page", "The link may be incomplete.", null, status);
}
