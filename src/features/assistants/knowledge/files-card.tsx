import { useAction, useMutation, useQuery } from "convex/react";
import { FileText } from "lucide-react";
import { useRef } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc, Id } from "../../../../convex/_generated/dataModel";
import { KNOWLEDGE_EXTENSIONS } from "../../../../convex/shared/knowledge";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { focusMain } from "../../../components/skip-link";
import { reasonOf } from "../../../lib/error-reason";
import { formatDate } from "../../../lib/formats";
import { toast } from "../../../lib/toast";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { problemWith } from "../editor/knowledge-file";
import { uploadFile, UploadError } from "../editor/upload-file";
import { SourceList } from "./source-list";
import type { ListedFile } from "./sources";
import { FILES } from "./texts";

/** Files besides the form's. */
export function FilesCard({ assistant }: { assistant: Doc<"assistants"> }) {
  const assistantId = assistant._id;
  const files = useQuery(api.knowledge.listFiles, { assistantId });
  const add = useAddFile(assistantId);
  const { isBusy, run } = useOneAtATime();

  return (
    <Card title={FILES.title} subtitle={FILES.intro}>
      <SourceList
        label={FILES.list}
        count={files?.length}
        loading={FILES.loading}
        none={FILES.none}
      >
        {files?.map((file) => (
          <FileRow key={file._id} file={file} add={add} />
        ))}
      </SourceList>
      <FileButton
        label={FILES.add}
        words={isBusy ? FILES.adding : FILES.add}
        disabled={isBusy}
        onChoose={(file) => run(() => add(file, null))}
      />
    </Card>
  );
}

type AddFile = (file: File, replaced: ListedFile | null) => Promise<void>;

function useAddFile(assistantId: Id<"assistants">): AddFile {
  const generateUploadUrl = useMutation(api.assistants.generateUploadUrl);
  const addFile = useAction(api.knowledge.addFile);

  return async (file, replaced) => {
    const { name } = file;
    const problem = problemWith(file);
    if (problem !== null) {
      toast.error(`${FILES.addFailed(name)} ${problem}`);
      return;
    }
    try {
      const storageId = await uploadFile(await generateUploadUrl(), file);
      const place = replaced === null ? {} : { replaces: replaced._id };
      await addFile({ assistantId, storageId, name, ...place });
      toast.success(replaced === null ? FILES.added(name) : FILES.replaced(replaced.name, name));
    } catch (error) {
      const reason = error instanceof UploadError ? error.message : reasonOf(error);
      toast.error(`${FILES.addFailed(name)} ${reason}`);
    }
  };
}

function FileRow({ file, add }: { file: ListedFile; add: AddFile }) {
  const { _id: fileId, name, bytes, addedAtMs, isUnreadable } = file;
  const remove = useMutation(api.knowledge.removeFile);
  const { isBusy, run } = useOneAtATime();

  function pressRemove() {
    run(async () => {
      try {
        await remove({ fileId });
        focusMain();
        toast.success(FILES.removed(name));
      } catch (error) {
        toast.error(`${FILES.removeFailed(name)} ${reasonOf(error)}`);
      }
    });
  }

  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3">
      <div className="flex min-w-0 flex-1 basis-48 gap-2">
        <FileText size={16} strokeWidth={1.75} className="mt-1 shrink-0 text-faint" aria-hidden />
        <div className="grid min-w-0 gap-0.5">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-small text-muted">
            {FILES.facts(sizeOf(bytes), formatDate(addedAtMs))}
          </p>
          {isUnreadable && <p className="text-small text-bad">{FILES.unreadable}</p>}
        </div>
      </div>
      <div className="-my-1 -ml-4 flex gap-1 sm:-mr-4 sm:ml-auto">
        <FileButton
          variant="quiet"
          label={FILES.replaceLabel(name)}
          words={FILES.replace}
          disabled={isBusy}
          onChoose={(chosen) => run(() => add(chosen, file))}
        />
        <Button
          variant="quiet"
          disabled={isBusy}
          aria-label={FILES.removeLabel(name)}
          onClick={pressRemove}
        >
          {FILES.remove}
        </Button>
      </div>
    </li>
  );
}

function sizeOf(bytes: number): string {
  return `${Math.max(1, Math.ceil(bytes / 1024))}KB`;
}

type FileButtonProps = {
  variant?: "quiet";
  /** For screen readers. */
  label: string;
  words: string;
  disabled: boolean;
  onChoose: (file: File) => void;
};

/** A button that opens the browser's file chooser. */
function FileButton({ variant, label, words, disabled, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={KNOWLEDGE_EXTENSIONS.join(",")}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again.
          target.value = "";
          if (file !== undefined) onChoose(file);
        }}
      />
      <Button
        {...(variant === undefined ? { className: "justify-self-start" } : { variant })}
        disabled={disabled}
        aria-label={label}
        onClick={() => input.current?.click()}
      >
        {words}
      </Button>
    </>
  );
}
