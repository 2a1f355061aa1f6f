/** Signs owners of the deployed product up and in. */
import { ConvexHttpClient } from "convex/browser";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { emailOf } from "./owner-name.ts";
import { remote } from "./remote.ts";

const { run, convex } = must(remote, "the runner");
const { url } = must(convex, "the deployment");

export const connect = () => new ConvexHttpClient(url, { logger: false });

export interface SignedIn {
  client: ConvexHttpClient;
  token: string;
}

export async function signIn(
  flow: "signUp" | "signIn",
  who: string,
  password = "correct horse",
): Promise<SignedIn> {
  const params = { email: emailOf(who, run), password, flow };
  const client = connect();
  const { tokens } = await client.action(api.auth.signIn, { provider: "password", params });
  const { token } = must(tokens, "tokens");
  client.setAuth(token);
  return { client, token };
}

/** Uploads a file to the product. */
export async function upload(client: ConvexHttpClient, text: string): Promise<Response> {
  const link = await client.mutation(api.assistants.generateUploadUrl, {});
  return fetch(link, { method: "POST", headers: { "Content-Type": "text/plain" }, body: text });
}
