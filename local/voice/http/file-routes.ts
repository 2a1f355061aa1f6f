import type { DocumentDesk } from "../documents/document-desk.ts";
import { checkedBody, jsonOf } from "../shapes/check.ts";
import { fileChangeFields, filterOf } from "../shapes/request-shapes.ts";
import type { FileFolder } from "../store/file-folder.ts";
import type { UploadedFile } from "../store/resources.ts";
import { ApiError } from "./api-error.ts";
import type { ResourceRoutesParts } from "./assistant-routes.ts";
import { changed, found, newResource } from "./resource-parts.ts";
import type { Route } from "./router.ts";

const LONGEST_NAME = 40;
const LONGEST_METADATA = 4096;
const PURPOSES = ["assistant", "composer-attachment", "knowledge-base-v2"];

export interface FileRoutesParts extends ResourceRoutesParts {
  folder: FileFolder;
  desk: DocumentDesk;
}

export function fileRoutes({ store, folder, desk, clock, orgId }: FileRoutesParts): Route[] {
  const { files } = store;
  return [
    {
      method: "POST",
      path: "/file",
      access: "private",
      async handle({ request }) {
        const { upload, purpose, metadata } = await readForm(request);
        const bytes = Buffer.from(await upload.arrayBuffer());
        const file: UploadedFile = {
          ...newResource(orgId, clock),
          object: "file",
          status: "processing",
          name: upload.name,
          originalName: upload.name,
          bytes: bytes.length,
          mimetype: upload.type,
          ...(purpose === undefined ? {} : { purpose }),
          ...(metadata === undefined ? {} : { metadata }),
        };
        await folder.save(file.id, { bytes });
        files.put(file);
        desk.take(file);
        return Response.json(file, { status: 201 });
      },
    },
    {
      method: "GET",
      path: "/file",
      access: "private",
      // The published schema has this one parameter.
      async handle({ url }) {
        const { searchParams } = url;
        const purpose = searchParams.get("purpose");
        searchParams.delete("purpose");
        const listed = files.list(filterOf(searchParams, []));
        return Response.json(
          purpose === null ? listed : listed.filter((file) => file.purpose === purpose),
        );
      },
    },
    {
      method: "GET",
      path: "/file/:id",
      access: "private",
      handle: async ({ params }) => Response.json(found(files, "file", params.id ?? "")),
    },
    {
      method: "PATCH",
      path: "/file/:id",
      access: "private",
      async handle({ request, params }) {
        const file = found(files, "file", params.id ?? "");
        const result = changed(file, checkedBody(await jsonOf(request), fileChangeFields), clock);
        files.put(result);
        return Response.json(result);
      },
    },
    {
      method: "DELETE",
      path: "/file/:id",
      access: "private",
      async handle({ params }) {
        const file = found(files, "file", params.id ?? "");
        files.delete(file.id);
        await folder.delete(file.id);
        return Response.json(file);
      },
    },
  ];
}

interface UploadForm {
  upload: File;
  purpose: string | undefined;
  metadata: Record<string, unknown> | undefined;
}

async function readForm(request: Request): Promise<UploadForm> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!type.startsWith("multipart/form-data")) {
    throw new ApiError(400, "The body must be multipart/form-data with a field named file.");
  }
  const form = await request.formData().catch(() => {
    throw new ApiError(400, "The multipart body is broken.");
  });
  const faults = [...form.keys()]
    .filter((name) => !["file", "purpose", "metadata"].includes(name))
    .map((name) => `property ${name} should not exist`);
  const upload = form.get("file");
  const purpose = form.get("purpose");
  const metadata = form.get("metadata");
  if (!(upload instanceof File)) faults.push("file should not be empty");
  else if (upload.name.length > LONGEST_NAME) {
    faults.push(`name must be shorter than or equal to ${LONGEST_NAME} characters`);
  }
  if (purpose !== null && !PURPOSES.some((one) => one === purpose)) {
    faults.push(`purpose must be one of the following values: ${PURPOSES.join(", ")}`);
  }
  const parsed = metadata === null ? undefined : parseMetadata(metadata, faults);
  if (faults.length > 0 || !(upload instanceof File)) throw new ApiError(400, faults);
  return { upload, purpose: typeof purpose === "string" ? purpose : undefined, metadata: parsed };
}

function parseMetadata(
  given: FormDataEntryValue,
  faults: string[],
): Record<string, unknown> | undefined {
  if (typeof given === "string" && given.length <= LONGEST_METADATA) {
    try {
      const value: unknown = JSON.parse(given);
      if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
    } catch {
      // Told below, as any other value that is no object.
    }
  }
  faults.push(`metadata must be a JSON object of at most ${LONGEST_METADATA} characters`);
  return undefined;
}
