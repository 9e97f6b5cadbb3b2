import { sharedStyle } from '../kernel/page-files.ts'
import { fontPath } from './font-route.ts'
import { escapeHtml, newNonce, pageFile, type Lang } from './html.ts'
import { revealTexts } from './reveal-texts.ts'

export type RevealView = {
  readonly lang: Lang
  /** The client's own stylesheet, linked after ours. */
  readonly stylesheetUrl: string | null
  readonly copyPan: boolean
  readonly frameAncestors: string
}

export type ShownCard = {
  readonly number: string
  readonly expiry: string
  readonly cvv: string
  readonly name: string
}

type Page = { readonly html: string; readonly csp: string }

const [css, script] = [`${sharedStyle(fontPath)}${pageFile('reveal.css')}`, pageFile('reveal.js')]

const groups = (number: string): string =>
  (number.match(/.{1,4}/g) ?? []).map((group) => `<span>${group}</span>`).join(' ')

const icon = (paths: string, size: number): string =>
  `<svg class="icon" width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true">${paths}</svg>`

const shield = icon(
  '<path d="M12 3 5 6v5c0 4.6 2.9 8.3 7 10 4.1-1.7 7-5.4 7-10V6z"/><path d="m9 12 2 2 4-4"/>',
  16,
)
const sheets = icon(
  '<rect x="9" y="9" width="11" height="11" rx="2.5"/><path d="M5 15V6a2 2 0 0 1 2-2h9"/>',
  20,
)
const clock = icon('<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>', 22)
const eyeOff = icon(
  '<path d="M4 4l16 16M9.9 5.8A9.7 9.7 0 0 1 12 5.5c6 0 9 6.5 9 6.5a15 15 0 0 1-2.6 3.6"/>' +
    '<path d="M6.3 7.7A14 14 0 0 0 3 12s3 6.5 9 6.5c1.5 0 2.9-.4 4-1"/>',
  22,
)

const note = (state: { id: string; icon: string; title: string; text: string; shown: boolean }): string =>
  `<div class="note" id="${state.id}"${state.shown ? '' : ' hidden'} role="status">
<span class="disc">${state.icon}</span>
<div><p class="bold">${escapeHtml(state.title)}</p><p>${escapeHtml(state.text)}</p></div></div>`

const details = (card: ShownCard, view: RevealView): string => {
  const t = revealTexts[view.lang]
  const copy = `<button id="copy" type="button" aria-label="${escapeHtml(t.copy)}">${sheets}</button>`
  return `<section id="card" aria-label="${escapeHtml(t.title)}">
<p class="source">${shield}<span id="said" role="status" data-copied="${escapeHtml(t.copied)}"
 data-failed="${escapeHtml(t.copyFailed)}">${escapeHtml(t.source)}</span></p>
<dl><div class="wide"><dt class="heard">${escapeHtml(t.number)}</dt>
<dd class="number"><span id="number">${groups(card.number)}</span>${view.copyPan ? copy : ''}</dd></div>
<div><dt>${escapeHtml(t.expires)}</dt><dd>${escapeHtml(card.expiry)}</dd></div>
<div><dt>${escapeHtml(t.cvv)}</dt><dd>${escapeHtml(card.cvv)}</dd></div>
<div><dt>${escapeHtml(t.name)}</dt><dd class="name">${escapeHtml(card.name)}</dd></div></dl>
</section>`
}

/**
 * The whole page in one answer: style and script have a nonce, and only the client's stylesheet may load.
 * Without a card the page says that the link was used or has expired.
 */
export const revealPage = (card: ShownCard | null, view: RevealView): Page => {
  const t = revealTexts[view.lang]
  const nonce = newNonce()
  const hidden = { id: 'hidden', icon: eyeOff, title: t.hiddenTitle, text: t.hiddenText, shown: false }
  const expired = { id: 'expired', icon: clock, title: t.expiredTitle, text: t.expiredText, shown: true }
  const link =
    view.stylesheetUrl === null ? '' : `<link rel="stylesheet" href="${escapeHtml(view.stylesheetUrl)}">`
  const styleOrigin = view.stylesheetUrl === null ? '' : ` ${new URL(view.stylesheetUrl).origin}`
  const html = `<!doctype html>
<html lang="${view.lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(t.title)}</title>
<style nonce="${nonce}">${css}</style>${link}</head>
<body data-state="${card ? 'shown' : 'expired'}"><div id="page">
<p class="heard" id="title">${escapeHtml(t.title)}</p>
${card ? details(card, view) + note(hidden) : note(expired)}
</div><script nonce="${nonce}">${script}</script></body></html>`
  const csp = [
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'${styleOrigin}; font-src 'self'`,
    `base-uri 'none'; form-action 'none'; frame-ancestors ${view.frameAncestors}; require-trusted-types-for 'script'`,
  ].join('; ')
  return { html, csp }
}
