import { mailColour } from './mail-colour.ts'

/** Who writes: the company that the person belongs to. */
export type MailBrand = {
  readonly name: string
  readonly hue: number
  readonly chroma: number
  /** Address of its pages. */
  readonly origin: string
  /** Reply-to; null: nobody reads answers. */
  readonly contactEmail: string | null
}

/** What stands in a mail, in the reader's language. */
export type MailText = {
  readonly subject: string
  /** Line that mailboxes show beside the subject. */
  readonly preview: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  readonly button: { readonly label: string; readonly link: string; readonly fallback: string } | null
  readonly code: string | null
  /** Small print below: how long it holds, and what to do when it was not them. */
  readonly notes: readonly string[]
  readonly footer: string
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? '')

const font = `-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`
const ink = '#22302b'
const mute = '#63716b'

const paragraph = (text: string) =>
  `<p style="margin:0 0 16px;font:400 16px/24px ${font};color:${ink}">${escape(text)}</p>`

const note = (text: string) =>
  `<p style="margin:0 0 8px;font:400 13px/20px ${font};color:${mute}">${escape(text)}</p>`

const buttonOf = ({ label, link, fallback }: NonNullable<MailText['button']>, colour: string) => `
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td bgcolor="${colour}" style="border-radius:10px">
<a href="${escape(link)}" style="display:inline-block;padding:14px 28px;font:600 16px/20px ${font};color:#ffffff;text-decoration:none;border-radius:10px">${escape(label)}</a>
</td></tr></table>
<p style="margin:0 0 4px;font:400 13px/20px ${font};color:${mute}">${escape(fallback)}</p>
<p style="margin:0 0 24px;font:400 13px/20px ${font};color:${colour};word-break:break-all">${escape(link)}</p>`

const codeOf = (code: string) => `
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td style="padding:14px 24px;background:#f2f6f3;border-radius:10px;font:600 28px/32px ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;color:${ink}">${escape(code)}</td>
</tr></table>`

/** The mail as a page: tables and inline styles only, which is all that mail programs agree on. */
export const mailHtml = (text: MailText, brand: MailBrand, lang: string): string => {
  const colour = mailColour(brand)
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light"><meta name="supported-color-schemes" content="light">
<title>${escape(text.subject)}</title></head>
<body style="margin:0;padding:0;background:#f5f8f6">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escape(text.preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f5f8f6"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:0 8px 20px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td width="12" height="12" style="width:12px;height:12px;background:${colour};border-radius:6px;font-size:0;line-height:0">&nbsp;</td>
<td style="padding-left:10px;font:600 18px/24px ${font};color:${ink}">${escape(brand.name)}</td>
</tr></table></td></tr>
<tr><td style="background:#ffffff;border:1px solid #e1e8e4;border-radius:16px;padding:36px 32px 28px">
<h1 style="margin:0 0 20px;font:600 24px/32px ${font};color:${ink}">${escape(text.subject)}</h1>
${[text.greeting, ...text.paragraphs].map(paragraph).join('\n')}
${text.code ? codeOf(text.code) : ''}
${text.button ? buttonOf(text.button, colour) : ''}
${text.notes.map(note).join('\n')}
</td></tr>
<tr><td style="padding:20px 8px 0;font:400 12px/18px ${font};color:${mute}">${escape(text.footer)}<br>
<a href="${escape(brand.origin)}" style="color:${mute}">${escape(brand.origin)}</a></td></tr>
</table></td></tr></table></body></html>`
}

/** The same for who reads plain text. */
export const mailPlain = (text: MailText, brand: MailBrand): string =>
  [
    text.greeting,
    ...text.paragraphs,
    ...(text.code ? [text.code] : []),
    ...(text.button ? [`${text.button.label}:\n${text.button.link}`] : []),
    ...text.notes,
    `${text.footer}\n${brand.origin}`,
  ].join('\n\n')
