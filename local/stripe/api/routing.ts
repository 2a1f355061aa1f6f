/** A call of the API: its address, its parameters, what it does. */
import { StripeError, invalid } from "../errors.ts";
import type { World } from "../engine/world.ts";
import type { FormObject } from "./form.ts";
import { list, parseFields, text } from "./params.ts";
import type { Parsed, Rule } from "./params.ts";

type Method = "GET" | "POST" | "DELETE";

/** A StripeError that is returned, not thrown, is answered as such and leaves what was done done. */
type Answer = object;

/** An answer about what would happen. It has happened until it is given, and then is taken back. */
export class Preview {
  readonly answer: object;

  constructor(answer: object) {
    this.answer = answer;
  }
}

export interface Call<P> {
  world: World;
  params: P;
  /** The id in the address; calls without one never look at it. */
  id: string;
  /** The second id in the address. */
  innerId: string;
}

export interface Route {
  method: Method;
  path: string;
  match(path: string): string[] | null;
  run(world: World, ids: string[], form: FormObject): { answer: Answer; expand: string[] };
}

export function route<R extends Record<string, Rule<unknown>>>({
  method,
  path,
  params,
  run,
}: {
  method: Method;
  path: string;
  params: R;
  run: (call: Call<Parsed<R>>) => Answer;
}): Route {
  const pattern = new RegExp(`^${path.replace(/:\w+/g, "([^/]+)")}$`);
  return {
    method,
    path,
    match: (given) => pattern.exec(given)?.slice(1).map(decodeURIComponent) ?? null,
    run(world, [id = "", innerId = ""], form) {
      const { expand: paths, ...rest } = form;
      const { parsed, expand } = beforeExecution(() => ({
        expand: paths === undefined ? [] : EXPAND.parse(paths, "expand"),
        parsed: parseFields(params, Object.assign(Object.create(null) as FormObject, rest)),
      }));
      return { answer: run({ world, params: parsed, id, innerId }), expand };
    },
  };
}

function beforeExecution<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof StripeError) error.isBeforeExecution = true;
    throw error;
  }
}

const EXPAND = list(text, { most: 20 });

export function matchRoute(
  routes: Route[],
  method: string,
  path: string,
): { route: Route; ids: string[] } | null {
  for (const candidate of routes) {
    if (candidate.method !== method) continue;
    const ids = candidate.match(path);
    if (ids !== null) return { route: candidate, ids };
  }
  return null;
}

export function unrecognized(method: string, path: string): StripeError {
  return new StripeError({
    status: 404,
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });
}

/** At most one of these may be given. */
export function exclusive(params: Record<string, unknown>, ...names: string[]): void {
  const given = names.filter((name) => params[name] !== undefined);
  if (given.length < 2) return;
  throw invalid(
    `You may only specify one of these parameters: ${given.join(", ")}.`,
    "parameters_exclusive",
    given[0],
  );
}
