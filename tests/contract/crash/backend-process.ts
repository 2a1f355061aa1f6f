/** A backend in a process of its own, which can be killed. */
import { startBackend } from "../../../local/backend/backend.ts";

export interface Started {
  url: string;
  siteUrl: string;
  adminKey: string;
}

const [dataFolder = "", port, sitePort] = process.argv.slice(2);
const backend = await startBackend({
  dataFolder,
  port: Number(port),
  sitePort: Number(sitePort),
  log: (line) => console.error(line),
});
process.on("disconnect", () => {
  void backend.close().then(() => process.exit());
});
const { url, siteUrl, adminKey } = backend;
process.send?.({ url, siteUrl, adminKey } satisfies Started);
