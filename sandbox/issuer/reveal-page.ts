import { fontFace } from './font-route.ts'
import { escapeHtml, newNonce, pageFile, type Lang } from './html.ts'
import { revealTexts } from './reveal-texts.ts'

export type RevealLook = {
  readonly theme: 'light' | 'dark' | 'auto'
  /** OKLCH hue and chroma of the brand. */
  readonly hue: number
  readonly chroma: number
}

export type ShownCard = {
  readonly number: string
  readonly expiry: string
  readonly cvv: string
  readonly name: string
}

type Page = { readonly html: string; readonly csp: string }

const [css, script] = [`${fontFace}${pageFile('reveal.css')}`, pageFile('reveal.js')]

const groups = (number: string): string =>
  (number.match(/.{1,4}/g) ?? []).map((group) => `<span>${group}</span>`).join(' ')

const icon = (paths: string, size: number): string =>
  `<svg class="icon" width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true">${paths}</svg>`

const shield = icon(
  '<path d="M12 3 5 6v5c0 4.6 2.9 8.3 7 10 4.1-1.7 7-5.4 7-10V6z"/><path d="m9 12 2 2 4-4"/>',
  20,
)
const sheets = icon(
  '<rect x="9" y="9" width="11" height="11" rx="2.5"/><path d="M5 15V6a2 2 0 0 1 2-2h9"/>',
  22,
)
const clock = icon('<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>', 24)
const eyeOff = icon(
  '<path d="M4 4l16 16M9.9 5.8A9.7 9.7 0 0 1 12 5.5c6 0 9 6.5 9 6.5a15 15 0 0 1-2.6 3.6"/>' +
    '<path d="M6.3 7.7A14 14 0 0 0 3 12s3 6.5 9 6.5c1.5 0 2.9-.4 4-1"/>',
  24,
)

const note = (state: { id: string; icon: string; title: string; text: string; shown: boolean }): string =>
  `<div class="note" id="${state.id}"${state.shown ? '' : ' hidden'} role="status">
<span class="disc">${state.icon}</span>
<div><p class="bold">${escapeHtml(state.title)}</p><p>${escapeHtml(state.text)}</p></div></div>`

const details = (card: ShownCard, lang: Lang): string => {
  const t = revealTexts[lang]
  return `<section id="card" aria-label="${escapeHtml(t.title)}">
<header><span class="source">${shield}${escapeHtml(t.source)}</span>
<span class="ring" role="timer" aria-label="${escapeHtml(t.secondsLeft)}">
<svg width="48" height="48" viewBox="0 0 48 48" aria-hidden="true">
<circle class="track" cx="24" cy="24" r="21"/><circle class="left" id="arc" cx="24" cy="24" r="21" pathLength="100"/>
</svg><b id="seconds">30</b></span></header>
<dl><div class="wide"><dt>${escapeHtml(t.number)}</dt>
<dd class="number"><span id="number">${groups(card.number)}</span>
<button id="copy" type="button" aria-label="${escapeHtml(t.copy)}">${sheets}</button></dd></div>
<div><dt>${escapeHtml(t.expires)}</dt><dd>${escapeHtml(card.expiry)}</dd></div>
<div><dt>${escapeHtml(t.cvv)}</dt><dd>${escapeHtml(card.cvv)}</dd></div>
<div><dt>${escapeHtml(t.name)}</dt><dd class="name">${escapeHtml(card.name)}</dd></div></dl>
<p id="said" role="status" data-copied="${escapeHtml(t.copied)}" data-failed="${escapeHtml(t.copyFailed)}"></p>
</section>`
}

/**
 * The whole page in one answer: style and script carry a nonce, nothing else may load. Without a card it says
 * that the link was used or is too old.
 */
export const revealPage = (
  card: ShownCard | null,
  view: { lang: Lang; look: RevealLook; frameAncestors: string },
): Page => {
  const t = revealTexts[view.lang]
  const nonce = newNonce()
  const { theme, hue, chroma } = view.look
  const scheme = theme === 'auto' ? 'light dark' : theme
  const hidden = { id: 'hidden', icon: eyeOff, title: t.hiddenTitle, text: t.hiddenText, shown: false }
  const expired = { id: 'expired', icon: clock, title: t.expiredTitle, text: t.expiredText, shown: true }
  const html = `<!doctype html>
<html lang="${view.lang}" data-theme="${theme}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<meta name="color-scheme" content="${scheme}"><title>${escapeHtml(t.title)}</title>
<style nonce="${nonce}">:root{--hue:${hue};--chroma:${chroma}}
${css}</style></head>
<body data-state="${card ? 'shown' : 'expired'}"><div id="page">
<p class="heard" id="title">${escapeHtml(t.title)}</p>
${card ? details(card, view.lang) + note(hidden) : note(expired)}
</div><script nonce="${nonce}">${script}</script></body></html>`
  const csp = [
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; font-src 'self'; base-uri 'none'`,
    `form-action 'none'; frame-ancestors ${view.frameAncestors}; require-trusted-types-for 'script'`,
  ].join('; ')
  return { html, csp }
}
