/** Relative luminance (WCAG) of an OKLCH colour, as far as a screen can show it. */
const luminanceOf = ({ lightness, chroma, hue }: { lightness: number; chroma: number; hue: number }) => {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const inScreen = (channel: number) => Math.min(1, Math.max(0, channel))
  const red = inScreen(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short)
  const green = inScreen(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short)
  const blue = inScreen(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const ratio = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

type Brand = { readonly hue: number; readonly chroma: number }

/**
 * Contrast ratios of a brand at the lightnesses of app.css: text on the button and brand text on the page, on light
 * and on dark. At least 4.5 each, for any hue and chroma.
 */
export const contrastsOf = ({
  hue,
  chroma,
}: Brand): Readonly<Record<'lightButton' | 'lightText' | 'darkButton' | 'darkText', number>> => {
  const of = (lightness: number, strength = chroma) => luminanceOf({ lightness, chroma: strength, hue })
  return {
    lightButton: ratio(of(0.45), 1),
    lightText: ratio(of(0.42), luminanceOf({ lightness: 0.978, chroma: 0.004, hue: 120 })),
    darkButton: ratio(of(0.8), of(0.21, 0.03)),
    darkText: ratio(of(0.86), luminanceOf({ lightness: 0.185, chroma: 0.009, hue: 170 })),
  }
}
