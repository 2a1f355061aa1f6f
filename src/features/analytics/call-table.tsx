import { useState } from "react";
import { CallChunk } from "./call-chunk";
import type { ShownCall } from "../../lib/shown-calls";
import { EndOfList, type More } from "./end-of-list";
import { TABLE } from "./texts";
import type { CallDetailsCache } from "./use-call-details";

type CallTableProps = {
  calls: ShownCall[];
  more: More;
  details: CallDetailsCache;
  /** The heading of the ids. */
  idTitle?: string;
};

const CHUNK_SIZE = 50;
/** The newest hundred calls can always be found with the browser's own search and with a screen reader. */
const KEPT_CHUNKS = 2;
const HEAD_CLASS = "px-2 py-2 text-left sm:px-3 font-medium whitespace-nowrap";

export function CallTable({ calls, more, details, idTitle = TABLE.id }: CallTableProps) {
  const [expandedId, setExpandedId] = useState<string | null>(null);

  function toggle({ id }: ShownCall) {
    setExpandedId((before) => (before === id ? null : id));
  }

  return (
    <div className="-mx-4 sideways sm:-mx-6">
      <table className="w-full table-fixed border-t border-line">
        {/* Cells that span all columns also count the columns that a small screen hides. */}
        <colgroup>
          <col span={4} />
          <col className="max-sm:w-px" />
          <col className="max-md:w-px" />
          <col className="max-lg:w-px" />
        </colgroup>
        <thead className="text-small text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="w-12 sm:w-16 pointer-coarse:w-13">
              <span className="sr-only">{TABLE.details}</span>
            </th>
            <th scope="col" className={`${HEAD_CLASS} hidden w-32 md:table-cell`}>
              {idTitle}
            </th>
            <th scope="col" className={`${HEAD_CLASS} w-25 sm:w-28`}>
              {TABLE.status}
            </th>
            <th scope="col" className={HEAD_CLASS}>
              {TABLE.assistant}
            </th>
            <th scope="col" className={`${HEAD_CLASS} hidden w-24 sm:table-cell`}>
              {TABLE.duration}
            </th>
            <th scope="col" className={`${HEAD_CLASS} w-21 sm:w-48`}>
              {TABLE.started}
            </th>
            <th scope="col" className={`${HEAD_CLASS} hidden w-52 lg:table-cell`}>
              {TABLE.ended}
            </th>
          </tr>
        </thead>
        {chunksOf(calls).map((chunk, index) => {
          const isOpen = chunk.some(({ id }) => id === expandedId);
          return (
            <CallChunk
              // New calls push others into the next chunk; the chunks themselves stay.
              key={index}
              calls={chunk}
              isKept={index < KEPT_CHUNKS}
              expandedId={isOpen ? expandedId : null}
              onToggle={toggle}
              details={details}
            />
          );
        })}
      </table>
      <EndOfList more={more} />
    </div>
  );
}

function chunksOf(calls: ShownCall[]): ShownCall[][] {
  const count = Math.ceil(calls.length / CHUNK_SIZE);
  return Array.from({ length: count }, (_, index) =>
    calls.slice(index * CHUNK_SIZE, (index + 1) * CHUNK_SIZE),
  );
}
