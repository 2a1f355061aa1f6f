import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { formatDateTime } from "../../../lib/formats";
import { LIST } from "./texts";
import { labelsOf } from "./version-changes";

type ShownVersion = FunctionReturnType<typeof api.versions.pageVersions>["page"][number];

type VersionRowProps = {
  version: ShownVersion;
  isCurrent: boolean;
  /** Whether visitors get the current version. */
  isLive: boolean;
  onCompare: () => void;
};

export function VersionRow({ version, isCurrent, isLive, onCompare }: VersionRowProps) {
  const { number, savedAtMs, changed, restoredNumber } = version;
  const labels = labelsOf(changed);
  const change = number === 1 ? LIST.created : labels === "" ? LIST.changed : labels;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 font-medium tabular-nums">
          {formatDateTime(savedAtMs)}
          {isCurrent && <Badge tone="good">{isLive ? LIST.live : LIST.current}</Badge>}
        </p>
        <p className="text-small break-words text-muted">
          {`${LIST.version(number)}: ${change}`}
          {restoredNumber !== null && `, ${LIST.restoredFrom(restoredNumber)}`}
        </p>
      </div>
      {!isCurrent && (
        <Button aria-label={LIST.compareLabel(number)} onClick={onCompare}>
          {LIST.compare}
        </Button>
      )}
    </li>
  );
}
