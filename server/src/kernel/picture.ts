import sharp, { type Sharp } from 'sharp'
import { accepted, refused, type Answer } from './answer.ts'

/** A photo of 20 megapixels is accepted; a small file that unpacks into more than this is not. */
const mostPixels = 50_000_000

const isPicture = (bytes: Buffer): boolean => {
  const head = bytes.toString('latin1', 0, 12)
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP')
  )
}

/** One picture is decoded at a time: 50 megapixels take some 150 MB. */
let last: Promise<unknown> = Promise.resolve()
const oneAtATime = <T>(work: () => Promise<T>): Promise<T> => {
  const next = last.then(work, work)
  last = next.catch(() => undefined)
  return next
}

/**
 * A picture from a file, drawn again, as a `data:` URL. Nothing of the file remains but its pixels, so no location of a
 * photo and no hidden content. Only the content decides whether it is a picture.
 */
export const encodePicture = async (
  base64: string,
  of: { mostBytes: number; type: `image/${string}`; draw: (picture: Sharp) => Sharp },
): Promise<Answer<string, 'picture_not_accepted'>> => {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > of.mostBytes || !isPicture(bytes))
    return refused('picture_not_accepted', { field: 'file' })
  try {
    const drawn = await oneAtATime(() =>
      of.draw(sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' }).rotate()).toBuffer(),
    )
    return accepted(`data:${of.type};base64,${drawn.toString('base64')}`)
  } catch {
    return refused('picture_not_accepted', { field: 'file' })
  }
}
