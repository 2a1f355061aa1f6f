/** How large a form may be: get-convex/convex-backend, crates/isolate/src/environment/action/stream.rs. */

const LARGEST_FORM_BYTES = 20 * 2 ** 20;
const MULTIPART = /^multipart\/form-data(;|$)/i;

/** In place of this method of requests and of responses. */
export function boundedFormData(ours: () => Promise<FormData>) {
  return async function formData(this: Request | Response): Promise<FormData> {
    const type = this.headers.get("Content-Type") ?? "";
    if (!MULTIPART.test(type)) return await Reflect.apply(ours, this, []);
    const bytes = await this.arrayBuffer();
    if (bytes.byteLength > LARGEST_FORM_BYTES) {
      throw new Error(
        `invalid multi-part form: 'stream size exceeded limit: ${LARGEST_FORM_BYTES} bytes'`,
      );
    }
    return await new Response(bytes, { headers: { "Content-Type": type } }).formData();
  };
}
