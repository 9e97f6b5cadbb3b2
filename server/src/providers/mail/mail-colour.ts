/** Lightness of a brand colour on a light background (ux §3). Every company's colour is readable there. */
const buttonLightness = 0.45

const gamma = (channel: number) =>
  channel <= 0.0031308 ? 12.92 * channel : 1.055 * Math.max(0, channel) ** (1 / 2.4) - 0.055
const byte = (channel: number) =>
  Math.round(Math.min(1, Math.max(0, gamma(channel))) * 255)
    .toString(16)
    .padStart(2, '0')

/**
 * `#rrggbb` of a company's hue and chroma at the platform's lightness. Mail programs do not support OKLCH.
 */
export const mailColour = ({ hue, chroma }: { hue: number; chroma: number }): string => {
  const angle = (hue * Math.PI) / 180
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  const long = (buttonLightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (buttonLightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (buttonLightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short
  const green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
  const blue = -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short
  return `#${byte(red)}${byte(green)}${byte(blue)}`
}
