/** Whoever sees what passes between the stand-in and the others, and judges it. */
export interface Exchange {
  method: string;
  url: URL;
  /** What was sent: parsed JSON, the fields of a form, or undefined where there was no body. */
  sent: unknown;
  status: number;
  /** Parsed JSON; undefined where it was answered with something else. */
  answer: unknown;
}

export interface Witness {
  exchange(exchange: Exchange): void;
  /** A webhook's whole body, once for each message. */
  webhook(body: unknown): void;
}

type Handler = (request: Request) => Promise<Response>;

export function withWitness(handler: Handler, witness: Witness | undefined): Handler {
  if (witness === undefined) return handler;
  return async (request) => {
    const sent = await contentOf(request.clone());
    const response = await handler(request);
    const { method, url } = request;
    const answer = isJson(response) ? await contentOf(response.clone()) : undefined;
    witness.exchange({ method, url: new URL(url), sent, status: response.status, answer });
    return response;
  };
}

async function contentOf(message: Request | Response): Promise<unknown> {
  try {
    const type = message.headers.get("Content-Type") ?? "";
    if (type.startsWith("multipart/form-data")) return fieldsOf(await message.formData());
    const text = await message.text();
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    // No JSON and no form: the stand-in has refused it, and there is nothing to judge.
    return undefined;
  }
}

/** A file is a string of bytes in the vendor's document. */
export function fieldsOf(form: FormData): Record<string, unknown> {
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, value instanceof File ? value.name : value]),
  );
}

function isJson({ headers }: Response): boolean {
  return headers.get("Content-Type")?.startsWith("application/json") === true;
}
