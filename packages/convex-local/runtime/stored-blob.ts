/**
 * What `storage.get` gives. Its bytes come as a stream, so they are there once:
 * get-convex/convex-backend, npm-packages/udf-runtime/src/09_file.ts `BlobStreamReference`.
 */
export class StoredBlob extends Blob {
  private isTaken = false;

  /** To be called by whoever takes the bytes past the methods below. */
  take(): void {
    if (this.isTaken) throw new TypeError("Can't re-read streaming Blob");
    this.isTaken = true;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    this.take();
    return await super.arrayBuffer();
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.arrayBuffer());
  }

  override stream(): ReturnType<Blob["stream"]> {
    this.take();
    return super.stream();
  }
}

type Append = FormData["append"];

/** In place of the method of forms. Upstream a form that holds what was read before fails when it is sent. */
export function appendUntaken(ours: Append) {
  return function append(this: FormData, ...args: Parameters<Append>): void {
    const [, value] = args as unknown[];
    if (value instanceof StoredBlob) value.take();
    Reflect.apply(ours, this, args);
  };
}
