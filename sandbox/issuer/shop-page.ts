import { escapeHtml, pageFile, safeJson, type Lang } from './html.ts'
import { shopTexts } from './shop-texts.ts'

const sprite = pageFile('icons.svg')

const styles = [
  '/kernel/page/base.css',
  ...['pieces', 'shop', 'till'].map((name) => `/shop/assets/${name}.css`),
]
  .map((path) => `<link rel="stylesheet" href="${path}">`)
  .join('')

const use = (name: string): string => `<svg class="icon" aria-hidden="true"><use href="#i-${name}"/></svg>`

const tab = (id: string, label: string): string =>
  `<a class="tab" id="tab-${id}" href="#${id}">${escapeHtml(label)}</a>`

const payForm = (t: ReturnType<typeof shopTexts>): string => `<section id="pay" class="view">
<fieldset class="merchants"><legend><h2>${escapeHtml(t.merchant)}</h2></legend>
<div id="merchants" class="grid"></div></fieldset>
<div class="field"><label for="amount">${escapeHtml(t.amount)}</label>
<div class="money"><span id="currency"></span><input id="amount" inputmode="decimal" autocomplete="off"
 aria-describedby="amount-hint"></div><p class="hint" id="amount-hint"></p></div>
<label class="tick"><input id="wrong-cvv" type="checkbox"><span>${escapeHtml(t.wrongCvv)}</span></label>
<button class="primary" id="pay-button" type="button" disabled></button>
</section>`

/** The shop page: layout and texts; its script fills the lists from the public calls. */
export const shopPage = (lang: Lang): string => {
  const t = shopTexts(lang)
  const other = lang === 'en' ? 'es' : 'en'
  const languageLink = (code: Lang, label: string) =>
    `<a href="/shop?lang=${code}" lang="${code}"${code === lang ? ' aria-current="true"' : ''}>${label}</a>`
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(t.title)}</title><link rel="icon" href="data:,">
${styles}
<link rel="alternate" hreflang="${other}" href="/shop?lang=${other}">
<script type="application/json" id="texts">${safeJson(t)}</script>
<script type="module" src="/shop/assets/shop.js"></script></head>
<body>${sprite}
<header class="top"><p class="ribbon">${escapeHtml(t.ribbon)}</p>
<div class="bar"><h1>${escapeHtml(t.title)}</h1>
<nav class="languages" aria-label="${escapeHtml(t.language)}">
${languageLink('en', 'EN')}${languageLink('es', 'ES')}</nav>
</div><p class="intro">${escapeHtml(t.intro)}</p></header>
<main><div class="till">
<section aria-label="${escapeHtml(t.card)}"><details class="picker" id="picker"><summary id="chosen"></summary>
<div class="choices"><div class="search">${use('search')}<input id="find" type="search" autocomplete="off"
 aria-label="${escapeHtml(t.findCard)}" placeholder="${escapeHtml(t.findCard)}"></div>
<ul id="cards"></ul></div></details></section>
<nav class="tabs" aria-label="${escapeHtml(t.tabs)}">
${tab('pay', t.tabPay)}${tab('scenarios', t.tabScenarios)}${tab('post', t.tabPost)}</nav>
${payForm(t)}
<section id="scenarios" class="view" hidden><h2>${escapeHtml(t.scenarios)}</h2>
<p class="lead">${escapeHtml(t.scenariosText)}</p><ul class="panel rows" id="scenario-list"></ul></section>
<section id="post" class="view" hidden><h2>${escapeHtml(t.post)}</h2>
<p class="lead">${escapeHtml(t.postText)}</p>
<div id="envelopes"></div></section>
</div><section class="history" aria-labelledby="payments-title">
<h2 id="payments-title">${escapeHtml(t.payments)}</h2>
<div id="said" role="status"></div><div id="payments"></div></section></main></body></html>`
}
