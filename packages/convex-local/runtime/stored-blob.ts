/**
 * The result of `storage.get`. Its bytes are a stream, so they can be read once:
 * get-convex/convex-backend, npm-packages/udf-runtime/src/09_file.ts `BlobStreamReference`.
 */
export class StoredBlob extends Blob {
  private isRead = false;

  /** For code that reads the bytes without the methods below. */
  take(): void {
    if (this.isRead) throw new TypeError("Can't re-read streaming Blob");
    this.isRead = true;
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

/** Replaces FormData's method. Upstream, sending a form with a Blob that was read before fails. */
export function appendUnread(ours: Append) {
  return function append(this: FormData, ...args: Parameters<Append>): void {
    const [, value] = args as unknown[];
    if (value instanceof StoredBlob) value.take();
    Reflect.apply(ours, this, args);
  };
}
