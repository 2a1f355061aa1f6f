import type { DocumentDesk } from "../documents/document-desk.ts";
import { isFields } from "../published/faults.ts";
import { checkedBody, checkedChange, checkedQuery, jsonOf } from "../published/requests.ts";
import type { FileFolder } from "../store/file-folder.ts";
import type { UploadedFile } from "../store/resources.ts";
import { fieldsOf } from "../witness.ts";
import { ApiError } from "./api-error.ts";
import type { ResourceRoutesParts } from "./assistant-routes.ts";
import { changed, found, newResource } from "./resource-parts.ts";
import type { Route } from "./router.ts";

/** As a change of the name may be: the published upload says nothing of it. */
const LONGEST_NAME = 40;

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
      async handle({ url }) {
        const { purpose } = checkedQuery("GET /file", url.searchParams);
        const listed = files.list({ times: [], limit: Number.MAX_SAFE_INTEGER });
        return Response.json(listed.filter((file) => file.purpose === purpose));
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
        const result = changed(
          file,
          checkedChange("PATCH /file/{id}", await jsonOf(request)),
          clock,
        );
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
  const upload = form.get("file");
  const fields = fieldsOf(form);
  if (!(upload instanceof File)) delete fields.file;
  const { purpose, metadata } = checkedBody("POST /file", fields);
  if (!(upload instanceof File)) throw new Error("The document takes an upload without a file.");
  if (upload.name.length > LONGEST_NAME) {
    const fault = `name must be shorter than or equal to ${LONGEST_NAME} characters`;
    throw new ApiError(400, [fault]);
  }
  return {
    upload,
    purpose: purpose as string | undefined,
    metadata: typeof metadata === "string" ? parseMetadata(metadata) : undefined,
  };
}

/** A text in the form, an object in the file's published shape. */
function parseMetadata(given: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(given);
    if (isFields(value)) return value;
  } catch {
    // Told below, as any other value that is no object.
  }
  throw new ApiError(400, ["metadata must be a JSON object"]);
}
