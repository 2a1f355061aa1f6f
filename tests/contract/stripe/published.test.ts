/** [A3] Everything that Stripe publishes is simulated or `not_simulated`; none of it is called unknown. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { allRoutes } from "@hark/stripe-stand-in/api/routes";
import {
  choicesOf,
  objectsOf,
  preparePublishedApi,
  publishedApi,
} from "@hark/stripe-stand-in/published/published";
import type { PublishedCall, Shape } from "@hark/stripe-stand-in/published/shape";
import { subscribe } from "./shop.ts";
import { startTestStripe } from "./stand-in.ts";
import type { TestStripe } from "./stand-in.ts";

await preparePublishedApi();

let at: TestStripe;
beforeAll(async () => void (at = await startTestStripe()));
afterAll(() => at.close());

const routes = allRoutes(() => undefined);

function isServed({ method, path }: PublishedCall): boolean {
  const withoutNames = (given: string) => given.replace(/:\w+/g, ":");
  return routes.some(
    (route) => route.method === method && withoutNames(route.path) === withoutNames(path),
  );
}

async function refusal(
  { method, path }: Pick<PublishedCall, "method" | "path">,
  form: string,
): Promise<{ code?: string; param?: string; message: string } | null> {
  const isInAddress = method !== "POST";
  const address = isInAddress && form !== "" ? `${path}?${form}` : path;
  const answer = await at.raw(address, { method, ...(isInAddress ? {} : { body: form }) });
  const { error } = (await answer.json()) as { error?: { code?: string; message: string } };
  return error ?? null;
}

/** Each published value of a parameter, form-encoded. */
function samples(name: string, shape: Shape): [string, string][] {
  return choicesOf(shape).flatMap((choice): [string, string][] => {
    switch (choice.kind) {
      case "literal":
        return choice.value === "" ? [] : [[name, String(choice.value)]];
      case "list":
        return samples(`${name}[0]`, choice.of).slice(0, 1);
      case "map":
        return [[`${name}[key]`, "value"]];
      case "object": {
        const [first] = Object.entries(choice.fields);
        return first === undefined
          ? []
          : samples(`${name}[${first[0]}]`, first[1].shape).slice(0, 1);
      }
      case "boolean":
        return [[name, "true"]];
      case "number":
      case "decimal":
        return [[name, "1"]];
      default:
        return [[name, "x"]];
    }
  });
}

test("[A3] every published URL is served or not_simulated", async () => {
  // Besides the API itself there are a few URLs of other hosts.
  const others = publishedApi().calls.filter(
    (call) => /^\/v[12]\//.test(call.path) && !isServed(call),
  );
  expect(others.length).toBeGreaterThan(400);
  for (const call of others) {
    expect(await refusal(call, ""), `${call.method} ${call.path}`).toMatchObject({
      code: "not_simulated",
    });
  }
});

test("[A3] every published parameter and value is simulated or not_simulated", async () => {
  let count = 0;
  for (const call of publishedApi().calls.filter(isServed)) {
    const parameters = objectsOf(call.request).flatMap(({ fields }) => Object.entries(fields));
    for (const [parameter, { shape }] of parameters) {
      for (const [name, value] of samples(parameter, shape)) {
        count += 1;
        const error = await refusal(call, new URLSearchParams({ [name]: value }).toString());
        const what = `${call.method} ${call.path} ${name}=${value}: ${error?.message ?? ""}`;
        expect(error?.code, what).not.toBe("parameter_unknown");
        const isCalledWrong = error?.code === undefined && what.includes("must be one of");
        expect(isCalledWrong, what).toBe(false);
      }
    }
  }
  expect(count).toBeGreaterThan(500);
});

test("[A3] whatever Stripe does not publish is unknown", async () => {
  for (const call of publishedApi().calls.filter(isServed)) {
    expect(await refusal(call, "invented=1"), `${call.method} ${call.path}`).toMatchObject({
      code: "parameter_unknown",
      param: "invented",
      message: "Received unknown parameter: invented",
    });
  }
  const sessions = { method: "POST", path: "/v1/checkout/sessions" };
  const unknown = await refusal(sessions, "mode=barter");
  expect(unknown?.message).toContain("must be one of");
  expect(unknown?.code).toBeUndefined();
});

test("[A3] so are expansions", async () => {
  const { subscription } = await subscribe(at);
  const path = `/v1/subscriptions/${subscription.id}`;
  const refusalOf = (expansion: string) =>
    refusal({ method: "GET", path }, `expand[0]=${expansion}`);
  expect(await refusalOf("pending_setup_intent")).toBeNull();
  expect(await refusalOf("customer.sources")).toMatchObject({
    code: "not_simulated",
  });
  const unknown = await refusalOf("status");
  expect(unknown?.message).toBe("This property cannot be expanded (status).");
  expect(unknown?.code).toBeUndefined();
});
