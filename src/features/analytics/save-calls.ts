import type { ConvexReactClient } from "convex/react";
import { callsCsv } from "../../lib/calls-csv";
import { saveFile } from "../../lib/save-file";
import { fetchFiltered } from "./fetch-filtered";
import type { Asked } from "./use-call-filter";

export async function saveCalls(
  client: ConvexReactClient,
  asked: Asked,
  words: string,
): Promise<void> {
  const calls = await fetchFiltered(client, asked, words);
  saveFile("calls.csv", new Blob([callsCsv(calls)], { type: "text/csv" }));
}
