import { mailColour } from './mail-colour.ts'
import { mailMark, markContentId } from './mail-mark.ts'

/** The sender: the company that the person belongs to. */
export type MailBrand = {
  readonly name: string
  readonly hue: number
  readonly chroma: number
  readonly logoUrl: string | null
  /** Whether it is the product itself, which has the leaf. */
  readonly isOwn: boolean
  /** Address of the company's pages. */
  readonly origin: string
  /** Reply-to. Null: answers are not read. */
  readonly contactEmail: string | null
}

/** The texts of a mail, in the reader's language. */
export type MailText = {
  readonly subject: string
  /** Line that mailboxes show next to the subject. */
  readonly preview: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  readonly button: { readonly label: string; readonly link: string; readonly fallback: string } | null
  readonly code: string | null
  /** Device, time and location of what the mail is about: label and value. */
  readonly details: readonly (readonly [label: string, value: string])[]
  /** Small print below: how long the mail is valid, and what to do when the reader did not cause it. */
  readonly notes: readonly string[]
  readonly footer: string
  /** Text instead of the logo where images are not shown. */
  readonly logoAlt: string
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? '')

/** These are not broken at their hyphen: a reference, a time zone and "e-mail". */
const unbroken = /\b(?:[A-Z]-[0-9A-Z]{8}|GMT[+-]\d+(?::\d+)?|e-mail)\b/gi
const prose = (text: string): string =>
  escape(text).replaceAll(unbroken, (word) => `<span style="white-space:nowrap">${word}</span>`)

const ink = '#22302b'
const mute = '#63716b'
const ground = '#f5f8f6'
const family = `-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Arial,sans-serif`
const bare = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** Inline style of a text: weight, size and line height in pixels. */
const type = (weight: number, size: number, line: number, colour = ink) =>
  `font:${weight} ${size}px/${line}px ${family};color:${colour}`

/** A table that is only for layout. */
const box = (cells: string, style = '', width = '') =>
  `<table ${bare}${width} style="${style}">${cells}</table>`

const paragraph = (text: string) => `<p style="margin:0 0 16px;${type(400, 16, 24)}">${prose(text)}</p>`
const note = (text: string) => `<p style="margin:0 0 8px;${type(400, 13, 20, mute)}">${prose(text)}</p>`

const buttonOf = ({ label, link, fallback }: NonNullable<MailText['button']>, colour: string) => {
  const style = `display:inline-block;padding:14px 28px;${type(600, 16, 20, '#ffffff')};text-decoration:none`
  const anchor = `<a href="${escape(link)}" style="${style};border-radius:10px">${escape(label)}</a>`
  return [
    box(`<tr><td bgcolor="${colour}" style="border-radius:10px">${anchor}</td></tr>`, 'margin:8px 0 24px'),
    `<p style="margin:0 0 4px;${type(400, 13, 20, mute)}">${escape(fallback)}</p>`,
    `<p style="margin:0 0 24px;word-break:break-all;${type(400, 13, 20, colour)}">${escape(link)}</p>`,
  ].join('\n')
}

const codeOf = (code: string) => {
  const style = `padding:14px 24px;background:${ground};border-radius:10px;letter-spacing:6px;color:${ink}`
  const digits = `font:600 28px/32px ui-monospace,Menlo,Consolas,monospace`
  return box(`<tr><td style="${style};${digits}">${escape(code)}</td></tr>`, 'margin:8px 0 24px')
}

const markSize = 28
const onMark = `width:${markSize}px;height:${markSize}px;border-radius:8px`

const markOf = (brand: MailBrand, { colour, alt }: { colour: string; alt: string }) => {
  const mark = mailMark(brand)
  const box = `width="${markSize}" height="${markSize}" align="center" valign="middle"`
  if (mark.kind === 'initial') {
    const letter = `${onMark};${type(600, 16, markSize, '#ffffff')};text-align:center`
    return `<td ${box} bgcolor="${colour}" style="${letter}">${escape(mark.letter)}</td>`
  }
  const side = mark.onColour ? 20 : markSize
  const style = `display:block;margin:0 auto;border:0;${mark.onColour ? '' : 'border-radius:8px;'}${type(400, 10, 12)}`
  const image = `<img src="cid:${markContentId}" width="${side}" height="${side}" alt="${escape(alt)}" style="${style}">`
  const ground = mark.onColour ? ` bgcolor="${colour}"` : ''
  return `<td ${box}${ground} style="${onMark}">${image}</td>`
}

const headOf = (brand: MailBrand, of: { colour: string; alt: string }) =>
  box(`<tr>${markOf(brand, of)}
<td valign="middle" style="padding-left:10px;${type(600, 18, 24)}">${escape(brand.name)}</td></tr>`)

const detailsOf = (details: MailText['details']) => {
  const row = ([label, value]: readonly [string, string]) =>
    `<tr><td valign="top" style="padding:4px 16px 4px 0;${type(400, 14, 20, mute)}">${escape(label)}</td>
<td valign="top" style="padding:4px 0;${type(500, 14, 20)}">${prose(value)}</td></tr>`
  const style = `margin:0 0 20px;background:${ground};border-radius:10px`
  const inner = box(details.map(row).join('\n'))
  return box(`<tr><td style="padding:10px 16px">${inner}</td></tr>`, style, ' width="100%"')
}

const bodyOf = (text: MailText, colour: string) =>
  [
    `<h1 style="margin:0 0 20px;${type(600, 24, 32)}">${prose(text.subject)}</h1>`,
    ...[text.greeting, ...text.paragraphs].map(paragraph),
    ...(text.details.length > 0 ? [detailsOf(text.details)] : []),
    ...(text.code ? [codeOf(text.code)] : []),
    ...(text.button ? [buttonOf(text.button, colour)] : []),
    ...text.notes.map(note),
  ].join('\n')

/** The mail as a page. It has only tables and inline styles, which all mail programs support. */
export const mailHtml = (text: MailText, brand: MailBrand, lang: string): string => {
  const colour = mailColour(brand)
  const card = 'background:#ffffff;border:1px solid #e1e8e4;border-radius:16px;padding:36px 32px 28px'
  const origin = escape(brand.origin)
  const rows = `<tr><td style="padding:0 8px 20px">${headOf(brand, { colour, alt: text.logoAlt })}</td></tr>
<tr><td style="${card}">${bodyOf(text, colour)}</td></tr>
<tr><td style="padding:20px 8px 0;${type(400, 12, 18, mute)}">${escape(text.footer)}<br>
<a href="${origin}" style="color:${mute}">${origin}</a></td></tr>`
  const column = box(rows, 'max-width:560px', ' width="100%"')
  const page = `<tr><td align="center" style="padding:32px 16px">${column}</td></tr>`
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light"><meta name="supported-color-schemes" content="light">
<title>${escape(text.subject)}</title></head>
<body style="margin:0;padding:0;background:${ground}">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escape(text.preview)}</div>
${box(page, `background:${ground}`, ' width="100%"')}
</body></html>`
}

/** The mail as plain text. */
export const mailPlain = (text: MailText, brand: MailBrand): string =>
  [
    text.greeting,
    ...text.paragraphs,
    ...(text.details.length > 0 ? [text.details.map((pair) => pair.join(': ')).join('\n')] : []),
    ...(text.code ? [text.code] : []),
    ...(text.button ? [`${text.button.label}:\n${text.button.link}`] : []),
    ...text.notes,
    `${text.footer}\n${brand.origin}`,
  ].join('\n\n')
