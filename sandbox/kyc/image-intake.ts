import sharp, { type ResizeOptions } from 'sharp'
import { hashOf, lightOf, sharpnessOf, type GreyPicture, type ImageFacts } from './image-checks.ts'
import { readPngText } from './png-text.ts'
import { Refusal } from './refusal.ts'

/** The largest accepted file in bytes, and the largest picture in pixels. */
export const maxImageBytes = 8 * 1024 * 1024
const maxPixels = 50_000_000
const storedLongSidePx = 2400
/** PNG text chunk in which sample documents carry their machine-readable zone. */
export const zoneKeyword = 'MRZ'

// Only these formats are decoded; SVG is for our own drawings, because uploads are checked by content first.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadSvg'],
})
sharp.cache(false)
sharp.concurrency(1)

/** At most two pictures are decoded at a time: 50 megapixels take some 150 MB. */
const createGate = (slots: number) => {
  let free = slots
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free === 0) await new Promise<void>((go) => waiting.push(go))
    else free -= 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
const gate = createGate(2)

const kindOf = (bytes: Buffer): string => {
  const head = bytes.toString('latin1', 0, 512)
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  if (/%PDF-/.test(head)) return 'PDF'
  if (/^ftyp(heic|heix|hevc|heim|heis|mif1|msf1)/.test(head.slice(4))) return 'HEIC'
  if (/^ftypavi[fs]/.test(head.slice(4))) return 'AVIF'
  if (head.startsWith('GIF8')) return 'GIF'
  return /<svg|<\?xml|<!doctype|<html/i.test(head) ? 'SVG' : 'unknown'
}

const refuseKind = (kind: string): Refusal =>
  new Refusal(
    400,
    '1404',
    kind === 'unknown' ? 'This file is not a picture.' : `${kind} is not accepted: send JPEG, PNG or WebP.`,
  )

const grey = async (image: Buffer, size: ResizeOptions): Promise<GreyPicture> => {
  const { data, info } = await sharp(image)
    .resize(size)
    .greyscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

/** A picture as it is stored: a new JPEG of its pixels, with its measurements. */
export type AcceptedImage = { readonly jpeg: Buffer; readonly facts: ImageFacts }

const accept = async (bytes: Buffer): Promise<AcceptedImage> => {
  const options = { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' } as const
  const { autoOrient } = await sharp(bytes, options).metadata()
  const jpeg = await sharp(bytes, options)
    .autoOrient()
    .resize({ width: storedLongSidePx, height: storedLongSidePx, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 88 })
    .toBuffer()
  const measured = await grey(jpeg, { width: 1000, height: 1000, fit: 'inside', withoutEnlargement: true })
  const small = await grey(jpeg, { width: 17, height: 16, fit: 'fill' })
  return {
    jpeg,
    facts: {
      width: autoOrient.width,
      height: autoOrient.height,
      sharpness: Math.round(sharpnessOf(measured)),
      light: Math.round(lightOf(measured)),
      hash: hashOf(small),
      zone: readPngText(bytes, zoneKeyword),
    },
  }
}

/**
 * Decodes an upload, measures it and encodes it again, so that no metadata and no hidden data is stored.
 * Refuses with 413/1405 (over 8 MiB), 400/1400 (empty) or 400/1404 (not JPEG, PNG or WebP, or broken).
 */
export const acceptImage = async (bytes: Buffer): Promise<AcceptedImage> => {
  if (bytes.length === 0) throw new Refusal(400, '1400', 'Image data not found.')
  if (bytes.length > maxImageBytes) throw new Refusal(413, '1405', 'The image is larger than 8 MiB.')
  const kind = kindOf(bytes)
  if (kind !== 'jpeg' && kind !== 'png' && kind !== 'webp') throw refuseKind(kind)
  return gate(async () => {
    try {
      return await accept(bytes)
    } catch {
      throw new Refusal(400, '1404', 'This picture cannot be decoded.')
    }
  })
}

/** A small JPEG of a stored picture, for the capture page. */
export const thumbnailOf = async (jpeg: Buffer): Promise<Buffer> =>
  gate(() => sharp(jpeg).resize({ width: 960, height: 960, fit: 'inside' }).jpeg({ quality: 80 }).toBuffer())
