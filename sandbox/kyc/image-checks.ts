/** A grey picture, one byte a pixel. */
export type GreyPicture = { readonly pixels: Uint8Array; readonly width: number; readonly height: number }

/** Measurements of a picture, made once when it arrives. */
export type ImageFacts = {
  readonly width: number
  readonly height: number
  /** Variance of the Laplacian at 1000 px, of the whole or of its middle, whichever is larger. */
  readonly sharpness: number
  /** Mean grey, 0–255. */
  readonly light: number
  /** 256-bit difference hash, hex. */
  readonly hash: string
  /** Text of the machine-readable zone, if the file has one. */
  readonly zone: string | null
}

export type Finding = 'missing' | 'too_small' | 'blurred' | 'too_dark' | 'too_bright' | 'repeated' | 'expired'

export const imageLimits = { longSidePx: 1000, sharpness: 150, dark: 45, bright: 235, sameBits: 20 } as const

type Window = { left: number; top: number; right: number; bottom: number }

const varianceIn = ({ pixels, width }: GreyPicture, window: Window): number => {
  let sum = 0
  let squares = 0
  let count = 0
  for (let y = window.top; y < window.bottom; y += 1) {
    for (let at = y * width + window.left; at < y * width + window.right; at += 1) {
      const value =
        4 * (pixels[at] ?? 0) -
        (pixels[at - 1] ?? 0) -
        (pixels[at + 1] ?? 0) -
        (pixels[at - width] ?? 0) -
        (pixels[at + width] ?? 0)
      sum += value
      squares += value * value
      count += 1
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2
}

/**
 * Variance of the Laplacian. A person in front of a soft background is sharp only in the middle, so the
 * middle is measured too.
 */
export const sharpnessOf = (picture: GreyPicture): number => {
  const { width, height } = picture
  const whole = { left: 1, top: 1, right: width - 1, bottom: height - 1 }
  const middle = {
    left: Math.max(1, Math.round(width * 0.25)),
    top: Math.max(1, Math.round(height * 0.25)),
    right: Math.min(width - 1, Math.round(width * 0.75)),
    bottom: Math.min(height - 1, Math.round(height * 0.75)),
  }
  return Math.max(varianceIn(picture, whole), varianceIn(picture, middle))
}

export const lightOf = ({ pixels }: GreyPicture): number =>
  pixels.length === 0 ? 0 : pixels.reduce((sum, value) => sum + value, 0) / pixels.length

/**
 * Difference hash of a picture scaled to 17 × 16: one bit for each pixel brighter than its right
 * neighbour.
 */
export const hashOf = ({ pixels, width, height }: GreyPicture): string => {
  let bits = ''
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x + 1 < width; x += 1) {
      bits += (pixels[y * width + x] ?? 0) > (pixels[y * width + x + 1] ?? 0) ? '1' : '0'
    }
  }
  return (bits.match(/.{4}/g) ?? []).map((four) => Number.parseInt(four, 2).toString(16)).join('')
}

/** Bits in which two hashes differ. */
export const bitsApart = (one: string, other: string): number =>
  (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll('0', '').length

export const samePicture = (one: ImageFacts, other: ImageFacts): boolean =>
  bitsApart(one.hash, other.hash) <= imageLimits.sameBits

/** The faults of a single picture; empty when it is good. */
export const findingsOf = (facts: ImageFacts): readonly Finding[] => {
  const findings: Finding[] = []
  if (Math.max(facts.width, facts.height) < imageLimits.longSidePx) findings.push('too_small')
  if (facts.light < imageLimits.dark) findings.push('too_dark')
  else if (facts.light > imageLimits.bright) findings.push('too_bright')
  else if (facts.sharpness < imageLimits.sharpness) findings.push('blurred')
  return findings
}
