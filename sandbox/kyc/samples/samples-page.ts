import { neededContexts } from '../picture-verdicts.ts'
import { documentTypes, type Context, type DocumentType } from '../session-records.ts'
import { sampleTexts, type SampleTexts } from './sample-texts.ts'
import { variants, type Variant } from './specimen.ts'

/** The query of the page; its texts are untrusted. */
export type SampleQuery = {
  readonly lang: 'en' | 'es'
  readonly type: DocumentType
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: string
  readonly country: string
  readonly gender: string
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign)

/** `ID_CARD` in the form of an address. */
export const slugOf = (type: DocumentType): string => type.toLowerCase().replaceAll('_', '-')

const addressOf = (query: SampleQuery, context: Context, variant: Variant): string => {
  const { firstName, lastName, dateOfBirth, country, gender } = query
  const params = new URLSearchParams({ firstName, lastName, dateOfBirth, country, gender, variant })
  const path = context === 'face' ? 'face' : `${slugOf(query.type)}/${context.replace('document-', '')}`
  return `/samples/${path}.png?${params.toString()}`
}

const good = (query: SampleQuery, texts: SampleTexts): string =>
  neededContexts(query.type)
    .map((context) => {
      const address = escaped(addressOf(query, context, 'good'))
      const isPage = query.type === 'PASSPORT' && context === 'document-front'
      const name = isPage ? texts.page : texts[context]
      return `<li class="panel sample"><img src="${address}"
        alt="${escaped(`${texts[query.type]}, ${name}`)}" width="480" height="360">
        <p><span class="row-title">${name}</span>
          <a class="button link" href="${address}" download>${texts.download}<span class="sr-only">:
          ${name}</span></a></p></li>`
    })
    .join('')

const bad = (query: SampleQuery, texts: SampleTexts): string => {
  const side: Context = query.type === 'PASSPORT' ? 'document-front' : 'document-back'
  return variants
    .filter((variant) => variant !== 'good')
    .map((variant) => {
      const address = escaped(addressOf(query, side, variant))
      return `<li><span>${texts[variant]}</span><a class="button link" href="${address}"
        download>${texts.download}<span class="sr-only">: ${texts[variant]}</span></a></li>`
    })
    .join('')
}

const field = (
  query: SampleQuery,
  texts: SampleTexts,
  name: 'firstName' | 'lastName' | 'dateOfBirth' | 'country',
) =>
  `<div class="field"><label for="${name}">${texts[name]}</label>
    <input id="${name}" name="${name}" type="${name === 'dateOfBirth' ? 'date' : 'text'}"
      value="${escaped(query[name])}"
      ${name === 'country' ? 'maxlength="2" pattern="[A-Za-z]{2}"' : 'maxlength="60"'}></div>`

const form = (query: SampleQuery, texts: SampleTexts): string => {
  const options = documentTypes
    .map((type) => `<option value="${type}"${type === query.type ? ' selected' : ''}>${texts[type]}</option>`)
    .join('')
  return `<form class="panel sample-form" method="get" action="/samples" aria-label="${texts.form}">
    <input type="hidden" name="lang" value="${query.lang}">
    ${field(query, texts, 'firstName')}${field(query, texts, 'lastName')}
    ${field(query, texts, 'dateOfBirth')}${field(query, texts, 'country')}
    <div class="field"><label for="type">${texts.type}</label><div class="select"><select id="type"
      name="type">${options}</select></div></div>
    <button class="button primary" type="submit">${texts.draw}</button></form>`
}

/** The page of samples to view and to download, for any name and birth date. It has no script. */
export const samplesHtml = (query: SampleQuery, styles: string): string => {
  const texts = sampleTexts[query.lang]
  const otherLang = query.lang === 'es' ? 'en' : 'es'
  const { firstName, lastName, dateOfBirth, country, gender, type } = query
  const other = new URLSearchParams({
    firstName,
    lastName,
    dateOfBirth,
    country,
    gender,
    type,
    lang: otherLang,
  })
  return `<!doctype html>
<html lang="${query.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${texts.title}</title>
<link rel="icon" href="/page/icon.svg" type="image/svg+xml">
${styles}
</head>
<body><main class="samples">
<p class="samples-top"><span class="tag">Sandbox</span><a class="text-button" lang="${otherLang}"
  href="/samples?${escaped(other.toString())}">${texts.other}</a></p>
<h1>${texts.title}</h1><p class="lead">${texts.lead}</p>
${form(query, texts)}
<h2>${texts.good}</h2><ul class="sample-grid">${good(query, texts)}</ul>
<h2>${texts.bad}</h2><ul class="panel sample-list">${bad(query, texts)}</ul>
</main></body>
</html>
`
}
