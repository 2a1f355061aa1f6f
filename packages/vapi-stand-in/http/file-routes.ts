import type { Context, Hono } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import type { FileProcessing } from "../documents/file-processing.ts";
import { isFields } from "../published/faults.ts";
import { checkedBody, checkedQuery } from "../published/requests.ts";
import type { FileFolder } from "../store/file-folder.ts";
import type { UploadedFile } from "../store/resources.ts";
import { fieldsOf } from "../witness.ts";
import { ApiError } from "./api-error.ts";
import { newResource, resourceRoutes } from "./resource-routes.ts";
import type { ResourceRoutesParts } from "./resource-routes.ts";

/** The limit that is published for a change of the name. Nothing is published for an upload. */
const MAX_NAME_LENGTH = 40;

export interface FileRoutesParts extends ResourceRoutesParts {
  folder: FileFolder;
  processing: FileProcessing;
}

export function fileRoutes(parts: FileRoutesParts): Hono<AppEnv> {
  const { access, folder, processing } = parts;
  const { files } = parts.store;
  const app = resourceRoutes(parts, {
    name: "file",
    table: files,
    afterDelete: ({ id }) => folder.delete(id),
  });

  app.post("/file", access.privateKey, async (c) => {
    const { upload, purpose, metadata } = await readForm(c);
    const bytes = Buffer.from(await upload.arrayBuffer());
    const file: UploadedFile = {
      ...newResource(parts),
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
    processing.take(file);
    return c.json(file, 201);
  });

  app.get("/file", access.privateKey, (c) => {
    const { purpose } = checkedQuery("GET /file", new URL(c.req.url).searchParams);
    const listed = files.list({ times: [], limit: Number.MAX_SAFE_INTEGER });
    return c.json(listed.filter((file) => file.purpose === purpose));
  });

  return app;
}

interface UploadForm {
  upload: File;
  purpose: string | undefined;
  metadata: Record<string, unknown> | undefined;
}

async function readForm({ req }: Context): Promise<UploadForm> {
  const type = req.header("Content-Type") ?? "";
  if (!type.startsWith("multipart/form-data")) {
    throw new ApiError(400, "The body must be multipart/form-data with a field named file.");
  }
  const form = await req.formData().catch(() => {
    throw new ApiError(400, "The multipart body is broken.");
  });
  const upload = form.get("file");
  const fields = fieldsOf(form);
  if (!(upload instanceof File)) delete fields.file;
  const { purpose, metadata } = checkedBody("POST /file", fields);
  if (!(upload instanceof File))
    throw new Error("The published document allows an upload without a file.");
  if (upload.name.length > MAX_NAME_LENGTH) {
    const fault = `name must be shorter than or equal to ${MAX_NAME_LENGTH} characters`;
    throw new ApiError(400, [fault]);
  }
  return {
    upload,
    purpose: purpose as string | undefined,
    metadata: typeof metadata === "string" ? parseMetadata(metadata) : undefined,
  };
}

/** The form has a text; the published file has an object. */
function parseMetadata(given: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(given);
    if (isFields(value)) return value;
  } catch {
    // Refused below, as any other value that is not an object.
  }
  throw new ApiError(400, ["metadata must be a JSON object"]);
}
