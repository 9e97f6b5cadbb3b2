// Functions of the shop page for texts, amounts and calls.
import { byId, h } from '../../kernel/page/dom.js'
import { localeOf } from '../../kernel/page/texts.js'

export const texts = JSON.parse(byId('texts').textContent)
const { lang } = document.documentElement
const locale = localeOf(lang)

/** A drawing of the page's sprite. */
export const icon = (name) =>
  h('svg', { class: 'icon', 'aria-hidden': 'true' }, h('use', { href: `#i-${name}` }))

const formats = new Map()

/** An amount with its currency, as people of the page's language write it. */
export const money = (amount, currency = 'USD') => {
  if (!formats.has(currency)) {
    const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }
    formats.set(currency, new Intl.NumberFormat(locale, style))
  }
  return formats.get(currency).format(Number(amount)).replace('-', '−')
}

export const currencySign = (currency) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(1)
    .find(({ type }) => type === 'currency').value

const dayFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const dateFormat = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: lang === 'es' ? 'h23' : 'h12',
})

export const day = (iso) => dayFormat.format(new Date(iso))
export const when = (iso) => dateFormat.format(new Date(iso))

/** A typed amount as the issuer reads it (`"86.40"`), or null. */
export const typedAmount = (text) => {
  const plain = text.trim().replace(',', '.')
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) && Number(plain) > 0 ? plain : null
}

/** Calls the issuer; throws an Error whose message may be shown. */
export const call = async (method, path, body) => {
  const options = { method, headers: {} }
  if (body !== undefined) {
    options.body = JSON.stringify(body)
    options.headers['content-type'] = 'application/json'
  }
  let answer
  try {
    answer = await fetch(path, options)
  } catch {
    throw new Error(texts.unreachable)
  }
  const content = await answer.json()
  if (!answer.ok) throw new Error(content.message ?? String(answer.status))
  return content
}

/** Shows a result under the heading of the payments: good, bad or neutral. */
export const say = (kind, text) => {
  const signs = { good: 'check', bad: 'cross', info: 'clock' }
  byId('said').replaceChildren(h('p', { class: `notice ${kind}` }, icon(signs[kind]), text))
}

export const clearMessage = () => byId('said').replaceChildren()

/** What an empty list shows. */
export const emptyState = (name, title, text) =>
  h(
    'div',
    { class: 'empty' },
    h('span', { class: 'disc' }, icon(name)),
    h('p', { class: 'bold' }, title),
    h('p', {}, text),
  )
