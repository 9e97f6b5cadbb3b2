// The shop: chosen card, merchant and amount, and the views of the page.
import { listCards, listPost, listScenarios, showChosen } from './desk.js'
import { byId, h } from '../../kernel/page/dom.js'
import { fill } from '../../kernel/page/texts.js'
import { call, currencySign, icon, money, clearMessage, say, texts, typedAmount } from './dom.js'
import { listPayments, sayOutcome } from './payments.js'

const state = { card: null, merchant: null, merchants: [] }

const refreshAmount = () => {
  const { merchant, card } = state
  const amount = typedAmount(byId('amount').value)
  const button = byId('pay-button')
  button.disabled = !card || !merchant || amount === null
  if (!merchant) return
  byId('currency').textContent = currencySign(merchant.currency)
  button.textContent = fill(texts.pay, { amount: money(amount ?? 0, merchant.currency) })
  const hint = byId('amount-hint')
  if (amount === null) {
    hint.textContent = texts.amountWrong
    return
  }
  const usd = Number(amount) * Number(merchant.rate)
  const fees = (merchant.channel === 'ATM' ? 2.5 : 0) + (merchant.currency === 'USD' ? 0 : usd / 100)
  hint.textContent = fill(fees > 0 ? texts.onCardFees : texts.onCard, {
    amount: money(usd + fees),
    fees: money(fees),
  })
}

const chooseMerchant = (merchant) => {
  state.merchant = merchant
  byId('amount').value = merchant.typical
  refreshAmount()
}

const listMerchants = () => {
  const tiles = state.merchants.map((merchant, index) =>
    h(
      'label',
      { class: 'tile' },
      h('input', {
        type: 'radio',
        name: 'merchant',
        checked: index === 0,
        onchange: () => chooseMerchant(merchant),
      }),
      h('span', { class: 'disc' }, icon(merchant.category)),
      h(
        'span',
        { class: 'grow' },
        h('b', {}, merchant.name),
        h('span', { class: 'mute' }, `${texts.categories[merchant.category]} · ${merchant.currency}`),
      ),
    ),
  )
  byId('merchants').replaceChildren(...tiles)
}

const readCards = async () => {
  const query = byId('find').value.trim()
  const { items } = await call('GET', `/shop/cards?q=${encodeURIComponent(query)}`)
  return items
}

const chooseCard = async (card, openPaymentId) => {
  state.card = card
  showChosen(card)
  refreshAmount()
  await listPayments(card?.id, openPaymentId, changed)
}

const refreshCards = async () => {
  const cards = await readCards()
  listCards(cards, state.card?.id, (card) => {
    byId('picker').open = false
    clearMessage()
    void chooseCard(card).then(refreshCards)
  })
  return cards
}

/** Reads the card's figures and payments again after a transfer. */
const changed = async (openPaymentId) => {
  const { items } = await call('GET', `/shop/cards?card=${state.card.id}`)
  await chooseCard(items[0] ?? state.card, openPaymentId)
  await refreshCards()
}

const attempt = async (button, work) => {
  button.disabled = true
  try {
    await work()
    byId('said').scrollIntoView({ block: 'nearest' })
  } catch (error) {
    say('bad', fill(texts.failed, { reason: error.message }))
  }
  button.disabled = false
  refreshAmount()
}

const pay = () =>
  attempt(byId('pay-button'), async () => {
    const payment = await call('POST', '/shop/payments', {
      cardId: state.card.id,
      merchantId: state.merchant.id,
      amount: typedAmount(byId('amount').value),
      wrongCvv: byId('wrong-cvv').checked,
    })
    sayOutcome(payment)
    await changed(payment.id)
  })

const runScenario = (name, button) =>
  attempt(button, async () => {
    if (!state.card) throw new Error(texts.noCards)
    const { items } = await call('POST', '/shop/scenarios', { name, cardId: state.card.id })
    say('good', items.length > 0 ? fill(texts.ran, { count: items.length }) : texts.ranFee)
    await changed(items[0]?.id)
  })

const views = ['pay', 'scenarios', 'post']

const showView = () => {
  const wanted = location.hash.slice(1)
  const view = views.includes(wanted) ? wanted : 'pay'
  for (const each of views) {
    byId(each).hidden = each !== view
    if (each === view) byId(`tab-${each}`).setAttribute('aria-current', 'page')
    else byId(`tab-${each}`).removeAttribute('aria-current')
  }
  if (view === 'post') void listPost()
}

const start = async () => {
  listScenarios(runScenario)
  showView()
  window.addEventListener('hashchange', showView)
  byId('amount').addEventListener('input', refreshAmount)
  byId('find').addEventListener('input', () => void refreshCards())
  byId('pay-button').addEventListener('click', () => void pay())
  const { items } = await call('GET', '/shop/merchants')
  state.merchants = items
  listMerchants()
  chooseMerchant(items[0])
  const wanted = new URLSearchParams(location.search).get('card')
  const named = wanted ? (await call('GET', `/shop/cards?card=${encodeURIComponent(wanted)}`)).items : []
  const cards = await refreshCards()
  await chooseCard(named[0] ?? cards[0] ?? null)
  await refreshCards()
  document.body.dataset.ready = 'true'
}

start().catch((error) => say('bad', fill(texts.failed, { reason: error.message })))
