import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { formatDateTime } from "../../../lib/formats";
import { changedWords } from "./version-changes";

type ShownVersion = FunctionReturnType<typeof api.versions.pageVersions>["page"][number];

type VersionRowProps = { version: ShownVersion; isNow: boolean; onCompare: () => void };

export function VersionRow({ version, isNow, onCompare }: VersionRowProps) {
  const { number, savedAtMs, changed, restoredNumber } = version;
  const words = changedWords(changed);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 font-medium tabular-nums">
          {formatDateTime(savedAtMs)}
          {isNow && <Badge tone="good">Now</Badge>}
        </p>
        <p className="text-small break-words text-muted">
          {`Version ${number}: `}
          {number === 1 ? "created" : words === "" ? "changed" : words}
          {restoredNumber !== null && `, restored from version ${restoredNumber}`}
        </p>
      </div>
      {!isNow && (
        <Button aria-label={`Compare version ${number}`} onClick={onCompare}>
          Compare
        </Button>
      )}
    </li>
  );
}
