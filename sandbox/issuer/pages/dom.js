// Functions of the shop page for elements, texts, amounts and calls.
export const texts = JSON.parse(document.getElementById('texts').textContent)
export const lang = document.documentElement.lang
const locale = lang === 'es' ? 'es-419' : 'en-US'

export const byId = (id) => document.getElementById(id)

/** A text with its {holes} filled. */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (hole, name) => values[name] ?? hole)

/** An element with properties, attributes (those with a dash or `role`, `for`) and children. */
export const el = (tag, properties = {}, ...children) => {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue
    if (name.includes('-') || name === 'role' || name === 'for') node.setAttribute(name, value)
    else node[name] = value
  }
  node.append(...children.filter((child) => child !== null && child !== undefined))
  return node
}

const svgSpace = 'http://www.w3.org/2000/svg'

export const icon = (name) => {
  const svg = document.createElementNS(svgSpace, 'svg')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS(svgSpace, 'use')
  use.setAttribute('href', `#i-${name}`)
  svg.append(use)
  return svg
}

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
  byId('said').replaceChildren(el('p', { className: `notice ${kind}` }, icon(signs[kind]), text))
}

export const clearMessage = () => byId('said').replaceChildren()

/** What an empty list shows. */
export const emptyState = (name, title, text) =>
  el(
    'div',
    { className: 'empty' },
    el('span', { className: 'disc' }, icon(name)),
    el('p', { className: 'bold' }, title),
    el('p', {}, text),
  )
