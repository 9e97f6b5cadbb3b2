import { logoBytes } from '@cardamom/contract/companies/company-branding'
import sharp from 'sharp'
import { accepted, refused, type Answer } from '../kernel/answer.ts'

/** Side of a stored logo: twice the largest size in which pages and mail show it. */
const sidePx = 96
/** A photo of 20 megapixels is accepted; a small file that unpacks into more than this is not. */
const mostPixels = 50_000_000
const colours = 64

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
 * A logo as the pages and mails show it: drawn again at 96 by 96 pixels, as PNG in a `data:` URL. Nothing of the
 * file remains but its pixels, so no location of a photo and no hidden content. Only the content decides whether
 * it is a picture.
 */
export const encodeLogo = async (base64: string): Promise<Answer<string, 'picture_not_accepted'>> => {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > logoBytes || !isPicture(bytes)) return refused('picture_not_accepted', { field: 'file' })
  try {
    const drawn = await oneAtATime(() =>
      sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
        .rotate()
        .resize(sidePx, sidePx, { fit: 'contain', background: { r: 255, g: 255, b: 255, alpha: 0 } })
        .png({ palette: true, colours, effort: 7 })
        .toBuffer(),
    )
    return accepted(`data:image/png;base64,${drawn.toString('base64')}`)
  } catch {
    return refused('picture_not_accepted', { field: 'file' })
  }
}
