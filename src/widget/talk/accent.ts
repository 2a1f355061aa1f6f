/** The assistant's colour, as dark as white text on it needs: https://www.w3.org/TR/WCAG22/#contrast-minimum. */
const MIN_CONTRAST = 4.6;

export function accentFrom(color: string): string {
  let channels = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
  while (1.05 / (luminanceOf(channels) + 0.05) < MIN_CONTRAST) {
    channels = channels.map((channel) => Math.floor(channel * 0.97));
  }
  return `rgb(${channels.join(" ")})`;
}

function luminanceOf(channels: number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
