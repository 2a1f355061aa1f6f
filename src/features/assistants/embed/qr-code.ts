import { encode, renderSVG } from "uqr";

/** A quarter of a printed code may be dirty or creased. The border is the standard's. */
const OPTIONS = { ecc: "Q", border: 4 } as const;
/** For print: about ten centimetres at 300 dots an inch. */
const PNG_MIN_PX = 1_200;

export function qrSvg(text: string): string {
  return renderSVG(text, OPTIONS);
}

/** Whole pixels for each module, so that no edge is blurred. */
export async function qrPng(text: string): Promise<Blob> {
  const { size, data } = encode(text, OPTIONS);
  const px = Math.ceil(PNG_MIN_PX / size);
  const canvas = new OffscreenCanvas(size * px, size * px);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser cannot draw a picture");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#000";
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) context.fillRect(x * px, y * px, px, px);
    }
  }
  return await canvas.convertToBlob({ type: "image/png" });
}
