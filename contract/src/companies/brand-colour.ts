const mostChroma = 0.2

const linear = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals

/**
 * Hue (0–359.9) and chroma (0–0.2) of a `#rrggbb` in OKLCH. The platform sets the lightness, so that every
 * company's colour is readable (ux §3). Throws RangeError for another text.
 */
export const brandOf = (hex: string): { hue: number; chroma: number } => {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new RangeError('not a colour like #1a2b3c')
  const channel = (from: number) => linear(Number.parseInt(hex.slice(from, from + 2), 16) / 255)
  const [red, green, blue] = [channel(1), channel(3), channel(5)]
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  const chroma = round(Math.min(mostChroma, Math.hypot(a, b)), 3)
  const hue = chroma === 0 ? 0 : round((Math.atan2(b, a) * (180 / Math.PI) + 360) % 360, 1) % 360
  return { hue, chroma }
}
