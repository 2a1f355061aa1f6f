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
  /** Of a response that was streamed: its parsed events, without the mark of the end. */
  events?: unknown[];
}

export interface Witness {
  exchange(exchange: Exchange): void;
  /** Called once for each message, with the parsed body. */
  webhook(body: unknown): void;
  /** A server's answer to a webhook that wants one. Null if it was not JSON. */
  answer(message: { type: string }, answer: unknown): void;
}

export function showTo(witness: Witness): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const sent = await contentOf(c.req.raw.clone());
    await next();
    const { method, url } = c.req;
    const answer = isOfType(c.res, "application/json") ? await contentOf(c.res.clone()) : undefined;
    const exchange = { method, url: new URL(url), sent, status: c.res.status, answer };
    const { body } = c.res;
    if (body === null || !isOfType(c.res, "text/event-stream")) {
      witness.exchange(exchange);
      return;
    }
    const observed = observe(body, (text) =>
      witness.exchange({ ...exchange, events: eventsIn(text) }),
    );
    c.res = new Response(observed, c.res);
  };
}

/** Passes a stream on as it comes, and calls `onEnd` with all of it, also if its reader leaves. */
function observe(stream: ReadableStream<Uint8Array>, onEnd: (text: string) => void) {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  const end = () => onEnd(Buffer.concat(chunks).toString());
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) {
          end();
          controller.close();
          return;
        }
        chunks.push(value);
        controller.enqueue(value);
      },
      async cancel(reason) {
        end();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function eventsIn(text: string): unknown[] {
  return text
    .split("\n\n")
    .map((event) => event.replace(/^data: /, ""))
    .filter((data) => data !== "" && data !== "[DONE]")
    .map((data) => JSON.parse(data) as unknown);
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

function isOfType({ headers }: Response, type: string): boolean {
  return headers.get("Content-Type")?.startsWith(type) === true;
}
