import { readFileSync } from 'node:fs'

/** The mark before a company's name in its mail. */
export type MailMark =
  /** An image attached to the mail, so that nothing is loaded from elsewhere. */
  | { readonly kind: 'image'; readonly image: MailImage; readonly onColour: boolean }
  | { readonly kind: 'initial'; readonly letter: string }

export type MailImage = { readonly contentType: string; readonly content: Buffer }

/** Content-ID under which the HTML names the image. */
export const markContentId = 'brand-mark'

/** The product's own leaf, white on a transparent background, 112 × 112. */
const leaf: MailImage = {
  contentType: 'image/png',
  content: readFileSync(new URL('leaf.png', import.meta.url)),
}

/** Mail programs show these formats. Most of them do not show SVG. */
const dataUrl = /^data:(image\/(?:png|jpeg|gif));base64,([A-Za-z0-9+/]+={0,2})$/
const longestImage = 150_000

const imageOf = (logoUrl: string | null): MailImage | null => {
  const [, contentType, base64] =
    (logoUrl?.length ?? 0) > longestImage ? [] : (dataUrl.exec(logoUrl ?? '') ?? [])
  return contentType && base64 ? { contentType, content: Buffer.from(base64, 'base64') } : null
}

/**
 * The company's logo where the mail can contain it, the leaf for mail of the product itself, else the first
 * letter of the name. A logo at a web address is not used, because its server would learn who opens the mail.
 */
export const mailMark = (brand: { name: string; logoUrl: string | null; isOwn: boolean }): MailMark => {
  const logo = imageOf(brand.logoUrl)
  if (logo) return { kind: 'image', image: logo, onColour: false }
  if (brand.isOwn) return { kind: 'image', image: leaf, onColour: true }
  const [letter = '·'] = brand.name.trim()
  return { kind: 'initial', letter: letter.toUpperCase() }
}
