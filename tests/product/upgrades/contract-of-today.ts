import http from "../../../convex/http";
import { publicFunctions } from "../public-functions.ts";
import type { Contract } from "./contract.ts";

export async function contractOfToday(): Promise<Contract> {
  const functions = await publicFunctions();
  return {
    functions: Object.fromEntries(functions.map(({ name, ...called }) => [name, called])),
    routes: http.getRoutes().map(([path, method]) => `${method} ${path}`),
  };
}
