import { byId, h } from '../../kernel/page/dom.js'
import { localeOf } from '../../kernel/page/texts.js'
import { lang, texts } from './wallet-texts.js'

const decimalsOf = { USDC: 6, USDT: 6, DAI: 18, ETH: 18, PEPR: 18, FAKE_USDT: 6 }
const assets = Object.keys(decimalsOf)
const query = new URLSearchParams(location.search)
let busy = false

/** Thousands separated, at most six decimals, cut and never rounded up. */
const pretty = (amount) => {
  const [whole, decimals = ''] = amount.split('.')
  const shown = decimals.slice(0, 6).padEnd(2, '0')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${shown}`
}
const short = (hex) => `${hex.slice(0, 8)}…${hex.slice(-6)}`
const clock = new Intl.DateTimeFormat(localeOf(lang), {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  hour12: lang === 'en',
})

let toastTimer
const say = (text) => {
  byId('toast').textContent = text
  byId('toast').hidden = false
  clearTimeout(toastTimer)
  toastTimer = setTimeout(() => {
    byId('toast').hidden = true
  }, 3000)
}

const chosen = () => document.querySelector('input[name=asset]:checked').value

const drawSend = () => {
  const amount = byId('amount').value.trim()
  byId('send').textContent = busy ? texts.sending : texts.send(amount, texts.names[chosen()][0])
  byId('asset-hint').textContent = texts.hints[chosen()] ?? ''
}

const complain = (id, text) => {
  byId(id).setAttribute('aria-invalid', text === '' ? 'false' : 'true')
  byId(`${id}-error`).textContent = text
  byId(`${id}-error`).hidden = text === ''
}

const wrongFields = () => {
  const to = byId('to').value.trim()
  const amount = byId('amount').value.trim()
  const decimals = decimalsOf[chosen()]
  const form = new RegExp(`^\\d{1,30}(\\.\\d{1,${decimals}})?$`)
  complain('to', /^0x[0-9a-fA-F]{40}$/.test(to) ? '' : texts.wrongTo)
  complain('amount', form.test(amount) && /[1-9]/.test(amount) ? '' : texts.wrongAmount(decimals))
  return ['to', 'amount'].find((id) => byId(id).getAttribute('aria-invalid') === 'true')
}

const drawBalance = ({ asset, amount }) => {
  const [symbol, name] = texts.names[asset]
  const about = h('span', {}, h('b', {}, symbol), h('span', { class: 'mute' }, name))
  return h('li', {}, about, h('span', { class: 'num' }, pretty(amount)))
}

const stateWord = ({ state, confirmations }) =>
  state === 'seen' ? texts.states.seen(confirmations) : texts.states[state]

const drawPayment = (payment) => {
  const { asset, amount, to, at, txHash, state } = payment
  const facts = `${texts.toLine(short(to))} · ${clock.format(new Date(at))}`
  return h(
    'li',
    {},
    h('b', { class: 'num' }, `${pretty(amount)} ${texts.names[asset][0]}`),
    h('span', { class: `state ${state}` }, stateWord(payment)),
    h('span', { class: 'mute num', title: txHash }, facts),
  )
}

const drawNone = () =>
  h('li', { class: 'none' }, h('b', {}, texts.none), h('span', { class: 'mute' }, texts.noneHint))

const refresh = async () => {
  const answer = await fetch('/api/wallet').catch(() => null)
  if (!answer?.ok) return
  const { address, balances, payments } = await answer.json()
  byId('own').textContent = address
  byId('balances').replaceChildren(...balances.map(drawBalance))
  byId('payments').replaceChildren(...(payments.length > 0 ? payments.map(drawPayment) : [drawNone()]))
}

const explain = async (answer) => {
  if (answer?.status === 409) return complain('amount', texts.notEnough)
  const { error = '' } = (await answer?.json().catch(() => ({}))) ?? {}
  if (error.startsWith('to:')) return complain('to', texts.wrongTo)
  if (error.startsWith('amount:')) return complain('amount', texts.wrongAmount(decimalsOf[chosen()]))
  return complain('amount', texts.offline)
}

const pay = async (event) => {
  event.preventDefault()
  if (busy) return
  const wrong = wrongFields()
  if (wrong) {
    byId(wrong).focus()
    return
  }
  const payment = { asset: chosen(), to: byId('to').value.trim(), amount: byId('amount').value.trim() }
  busy = true
  drawSend()
  const answer = await fetch('/api/pay', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payment),
  }).catch(() => null)
  busy = false
  if (answer?.ok) {
    say(texts.sent(payment.amount, texts.names[payment.asset][0]))
    byId('amount').value = ''
    await refresh()
  } else await explain(answer)
  drawSend()
}

const drawAssets = () => {
  const wanted = assets.includes(query.get('asset')) ? query.get('asset') : 'USDC'
  byId('assets').append(
    ...assets.map((asset) =>
      h(
        'label',
        {},
        h('input', { type: 'radio', name: 'asset', value: asset, checked: asset === wanted }),
        h('span', {}, texts.names[asset][0]),
      ),
    ),
  )
}

const drawFrame = () => {
  document.documentElement.lang = lang
  document.title = `${texts.title} · Cardamom`
  const labels = {
    title: texts.title,
    lead: texts.lead,
    'pay-title': texts.payTitle,
    'asset-label': texts.asset,
  }
  const more = { 'to-label': texts.to, 'amount-label': texts.amount, fee: texts.fee, 'own-label': texts.own }
  const titles = {
    'balances-title': texts.balances,
    'payments-title': texts.payments,
    'copy-own': texts.copy,
  }
  for (const [id, text] of Object.entries({ ...labels, ...more, ...titles })) byId(id).textContent = text
  const other = new URLSearchParams(location.search)
  other.set('lang', texts.otherCode)
  byId('top').append(
    h('span', { class: 'brand' }, h('img', { src: '/kernel/page/leaf.svg', alt: '' }), 'Cardamom'),
    h('span', { class: 'ribbon' }, texts.sandbox),
    h(
      'a',
      { class: 'btn ghost', href: `/?${other}`, hreflang: texts.otherCode, lang: texts.otherCode },
      texts.other,
    ),
  )
}

const copyOwn = async () => {
  await navigator.clipboard.writeText(byId('own').textContent)
  say(texts.copied)
}

const start = () => {
  drawFrame()
  drawAssets()
  byId('to').value = query.get('to') ?? ''
  byId('amount').value = query.get('amount') ?? ''
  byId('pay').addEventListener('submit', (event) => void pay(event))
  byId('pay').addEventListener('input', ({ target }) => {
    if (target.getAttribute('aria-invalid') === 'true') complain(target.id, '')
    drawSend()
  })
  byId('copy-own').addEventListener('click', () => void copyOwn())
  byId('to').addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    byId('pay').requestSubmit()
  })
  drawSend()
  void refresh()
  setInterval(() => {
    if (document.visibilityState === 'visible') void refresh()
  }, 2000)
}

start()
