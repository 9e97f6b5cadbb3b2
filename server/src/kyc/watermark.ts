import sharp from 'sharp'
import { letterHeight, letterPath, letterWidth } from './watermark-letters.ts'

/** Larger pictures are scaled down: what matters on a document is readable at this size. */
const longestSide = 1600
const mostPixels = 50_000_000
const quality = 85

/** Who sees the picture, and when: burnt into each copy, so that a leaked picture names its viewer. */
export type Viewer = { readonly email: string; readonly at: Date }

const textOf = ({ email, at }: Viewer): string =>
  `${email}  ${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** Light letters with a dark shadow can be read on any picture. They repeat, so no part can be cut out without them. */
const overlay = (viewer: Viewer, size: { width: number; height: number }): Buffer => {
  const text = textOf(viewer)
  const dot = Math.max(1, Math.min(size.width, size.height) / 300)
  const [width, height] = [(text.length + 4) * letterWidth, letterHeight * 7]
  const letters = letterPath(text)
  const half = width / 2
  const line = (x: number, y: number) =>
    `<g transform="translate(${x} ${y})"><path d="${letters}" fill="#000" transform="translate(.5 .5)"/>
     <path d="${letters}" fill="#fff"/></g>`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
      <defs><pattern id="mark" width="${width}" height="${height}" patternUnits="userSpaceOnUse"
        patternTransform="rotate(-24) scale(${dot})">
        ${line(0, 4)}${line(half, 4 + height / 2)}${line(half - width, 4 + height / 2)}
      </pattern></defs>
      <rect width="100%" height="100%" fill="url(#mark)" opacity=".38"/></svg>`,
  )
}

/** A copy of a picture with the viewer in its pixels, as JPEG. Nothing of the file remains but its pixels. */
export const watermarked = async (picture: Buffer, viewer: Viewer): Promise<Buffer> => {
  const upright = sharp(picture, { limitInputPixels: mostPixels, failOn: 'error' }).rotate()
  const scaled = await upright
    .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    .toBuffer({ resolveWithObject: true })
  return sharp(scaled.data)
    .composite([{ input: overlay(viewer, scaled.info) }])
    .jpeg({ quality })
    .toBuffer()
}
