import { eventually } from "../../eventually.ts";
import type { TestPlatform } from "./platform.ts";

/** Stores a file, and returns the id of a tool that searches it. */
export async function newQueryTool(voice: TestPlatform, content: string): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([content], { type: "text/plain" }), "hours.txt");
  const { id: fileId } = (await voice.request("POST", "/file", form)).body as { id: string };
  const found = async () => (await voice.request("GET", `/file/${fileId}`)).body;
  await eventually(async () => ((await found()) as { status: string }).status === "done");
  const base = { provider: "google", name: "hours", description: "Hours", fileIds: [fileId] };
  const tool = { type: "query", knowledgeBases: [base] };
  return ((await voice.request("POST", "/tool", tool)).body as { id: string }).id;
}
