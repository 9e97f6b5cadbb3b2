const linkPattern = /https?:\/\/[^\s<>"'\])}]+/g
const codePattern = /(?<![\w.,+#$-])\d{6}(?![\w%]|[.,:-]\d)/

const withoutTail = (link: string): string => link.replace(/[.,;:!?]+$/, '')

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

/** The text of an HTML body, for mail without a text part. */
export const plainText = (html: string): string =>
  html
    .replace(/<(style|script|head)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<br\s*\/?>|<\/(p|div|tr|h[1-6]|li)\s*>/gi, '\n')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\s]*/g, '\n')
    .trim()

/** The link and the code of a message; headers come first, then the text, then the HTML. */
export const findFacts = (message: {
  text: string
  html: string | null
  linkHeader?: string | undefined
  codeHeader?: string | undefined
}): { link: string | null; code: string | null } => {
  const { text, html, linkHeader, codeHeader } = message
  const hrefs = [...(html ?? '').matchAll(/href\s*=\s*["'](https?:\/\/[^"']+)["']/gi)].map((each) =>
    (each[1] ?? '').replaceAll('&amp;', '&'),
  )
  const links = [...text.matchAll(linkPattern)].map(([link]) => withoutTail(link))
  const code = codePattern.exec(text.replace(linkPattern, ' '))
  return { link: linkHeader ?? links[0] ?? hrefs[0] ?? null, code: codeHeader ?? code?.[0] ?? null }
}
