/** Sees every request, response and webhook. In tests it compares them with the vendor's document. */
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";

export interface Exchange {
  method: string;
  url: URL;
  /** Parsed JSON, the fields of a form, or undefined without a body. */
  sent: unknown;
  status: number;
  /** Parsed JSON, or undefined if the response was not JSON. */
  answer: unknown;
}

export interface Witness {
  exchange(exchange: Exchange): void;
  /** Called once for each message, with the parsed body. */
  webhook(body: unknown): void;
}

export function showTo(witness: Witness): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const sent = await contentOf(c.req.raw.clone());
    await next();
    const { method, url } = c.req;
    const answer = isJson(c.res) ? await contentOf(c.res.clone()) : undefined;
    witness.exchange({ method, url: new URL(url), sent, status: c.res.status, answer });
  };
}

async function contentOf(message: Request | Response): Promise<unknown> {
  try {
    const type = message.headers.get("Content-Type") ?? "";
    if (type.startsWith("multipart/form-data")) return fieldsOf(await message.formData());
    const text = await message.text();
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    // Neither JSON nor a form: the stand-in has refused it.
    return undefined;
  }
}

/** Files become their names: in the vendor's document a file is a string. */
export function fieldsOf(form: FormData): Record<string, unknown> {
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, value instanceof File ? value.name : value]),
  );
}

function isJson({ headers }: Response): boolean {
  return headers.get("Content-Type")?.startsWith("application/json") === true;
}
