import clsx from "clsx";
import { ChevronRight } from "lucide-react";
import { Badge } from "../../components/badge";
import { formatDateTime, formatDayTime, formatDuration } from "../../lib/formats";
import { assistantNameOf, secondsOf, type ShownCall } from "../../lib/shown-calls";
import { statusBadge } from "./call-badges";
import { TABLE, TYPED } from "./texts";

type CallRowProps = {
  call: ShownCall;
  isExpanded: boolean;
  onToggle: (call: ShownCall) => void;
};

const CELL_CLASS = "px-2 py-2 sm:px-3";
const ID_LENGTH = 8;

export function CallRow({ call, isExpanded, onToggle }: CallRowProps) {
  const { label, tone } = statusBadge(call.status);
  const seconds = secondsOf(call);
  const { detailsOf } = call.channel === "text" ? TYPED : TABLE;
  return (
    <tr className="border-b border-line tabular-nums">
      <td className="py-1 pl-1 sm:pl-4">
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-label={detailsOf(call.id.slice(0, ID_LENGTH))}
          className="flex size-10 items-center justify-center rounded-control text-muted transition-colors hover:bg-line/60 hover:text-ink pointer-coarse:size-11"
          onClick={() => onToggle(call)}
        >
          <ChevronRight
            size={16}
            strokeWidth={1.75}
            className={clsx("transition-transform", isExpanded && "rotate-90")}
            aria-hidden
          />
        </button>
      </td>
      <td className={`${CELL_CLASS} hidden text-muted md:table-cell`}>
        {call.id.slice(0, ID_LENGTH)}...
      </td>
      <td className={CELL_CLASS}>
        <Badge tone={tone}>{label}</Badge>
      </td>
      <td className={CELL_CLASS}>
        <span className="line-clamp-2 wrap-anywhere sm:line-clamp-1">{assistantNameOf(call)}</span>
      </td>
      <td className={`${CELL_CLASS} hidden sm:table-cell`}>
        {seconds === null ? TABLE.none : formatDuration(seconds)}
      </td>
      <td className={CELL_CLASS}>
        <span className="max-sm:hidden">{timeText(call.startedAt)}</span>
        <span className="sm:hidden">
          {call.startedAt === null ? TABLE.none : formatDayTime(call.startedAt)}
        </span>
      </td>
      <td className={`${CELL_CLASS} hidden lg:table-cell`}>{timeText(call.endedAt)}</td>
    </tr>
  );
}

function timeText(time: string | null): string {
  return time === null ? TABLE.none : formatDateTime(time);
}
