// The list of a card's payments; each opens to its events and its possible next steps.
import { byId, h } from '../../kernel/page/dom.js'
import { fill } from '../../kernel/page/texts.js'
import { call, clearMessage, day, emptyState, icon, money, say, texts, typedAmount, when } from './dom.js'

const kinds = { PENDING: 'info', CLEARED: 'good', DECLINED: 'bad', VOID: 'neutral' }
const eventIcons = {
  authorisation: 'clock',
  increment: 'up',
  reversal: 'undo',
  clearing: 'check',
  refund: 'undo',
  decline: 'cross',
  lapse: 'clock',
}

const wordOf = ({ status, amount }) => {
  const refunded = status !== 'PENDING' && Number(amount.refunded) > 0 && Number(amount.settled) <= 0
  return texts.statuses[refunded ? 'REFUNDED' : status]
}

const headline = (payment) => {
  if (payment.status === 'PENDING') return payment.amount.held
  if (payment.status === 'CLEARED' && Number(payment.amount.settled) > 0) return payment.amount.settled
  if (Number(payment.amount.refunded) > 0) return payment.amount.refunded
  const [first] = payment.events
  return first ? first.amount : '0.00'
}

const reasonOf = (decline) => texts.declines[decline.code] ?? decline.message

const eventLine = (event) => {
  const foreign =
    event.originalCurrency === 'USD' ? '' : ` · ${money(event.originalAmount, event.originalCurrency)}`
  const fees = event.fees.map((fee) => ` · ${fee.type.toUpperCase()} ${money(fee.amount)}`).join('')
  const why = event.declineReason ? ` · ${reasonOf(event.declineReason)}` : ''
  const chargeback = event.reason === 'chargeback' ? ` · ${texts.chargeback}` : ''
  return h(
    'li',
    {},
    h('span', { class: `dot ${event.type}` }, icon(eventIcons[event.type])),
    h(
      'span',
      { class: 'grow' },
      h('b', {}, texts.events[event.type]),
      h('span', { class: 'mute' }, `${when(event.occurredAt)}${foreign}${fees}${why}${chargeback}`),
    ),
    h('span', { class: 'amount' }, money(event.amount)),
  )
}

const proposed = (payment) => {
  if (payment.status === 'PENDING') return payment.amount.held
  return payment.can.includes('refund') ? payment.amount.settled : payment.amount.authorised
}

const steps = (payment, done) => {
  if (payment.can.length === 0) {
    return payment.status === 'DECLINED' ? h('p', { class: 'mute' }, texts.nothingFollows) : null
  }
  const amount = h('input', { id: `step-${payment.id}`, inputmode: 'decimal', value: proposed(payment) })
  const apply = async (word) => {
    const typed = typedAmount(amount.value)
    if (typed === null && word !== 'lapse') {
      say('bad', texts.amountWrong)
      amount.focus()
      return
    }
    // The full amount is sent without a number, so that the original currency stays exact.
    const whole = typed === proposed(payment) && word !== 'increment' && payment.status !== 'VOID'
    const body = whole || word === 'lapse' ? {} : { amount: typed }
    try {
      const next = await call('POST', `/shop/payments/${payment.id}/${word}`, body)
      // The message was about an earlier payment or step; the list shows the result of this one.
      clearMessage()
      done(next)
    } catch (error) {
      say('bad', fill(texts.failed, { reason: error.message }))
    }
  }
  const buttons = payment.can.map((word, index) =>
    h(
      'button',
      { type: 'button', class: index === 0 ? 'soft' : 'outline', onclick: () => apply(word) },
      texts[word],
    ),
  )
  return h(
    'div',
    { class: 'steps' },
    h('h3', {}, texts.follow),
    h(
      'div',
      { class: 'field small' },
      h('label', { for: amount.id }, texts.stepAmount),
      h('div', { class: 'money' }, h('span', {}, '$'), amount),
    ),
    h('div', { class: 'buttons' }, ...buttons),
  )
}

const paymentRow = (payment, open, done) => {
  const { merchant, status } = payment
  const lapses = payment.lapsesAt
    ? fill(texts.lapsesOn, { date: day(payment.lapsesAt) })
    : day(payment.updatedAt)
  const struck = status === 'DECLINED' || status === 'VOID'
  return h(
    'details',
    { class: 'payment', open, 'data-id': payment.id },
    h(
      'summary',
      { class: 'row' },
      h('span', { class: `disc ${kinds[status]}` }, icon(merchant.category)),
      h(
        'span',
        { class: 'grow' },
        h('b', {}, merchant.name),
        h(
          'span',
          { class: 'mute' },
          h('span', { class: `plain ${kinds[status]}` }, wordOf(payment)),
          ` · ${lapses}`,
        ),
      ),
      h('span', { class: `amount ${struck ? 'struck' : ''}` }, money(headline(payment))),
    ),
    h(
      'div',
      { class: 'inside' },
      h('h3', {}, texts.eventsTitle),
      h('ul', { class: 'events' }, ...payment.events.map(eventLine)),
      steps(payment, done),
    ),
  )
}

/** Reads and shows a card's payments; `openId` is shown open. `changed` is called after each step. */
export const listPayments = async (cardId, openId, changed) => {
  const { items } = cardId ? await call('GET', `/shop/payments?cardId=${cardId}`) : { items: [] }
  const rows = items.map((payment) => paymentRow(payment, payment.id === openId, (next) => changed(next.id)))
  byId('payments').replaceChildren(
    rows.length > 0
      ? h('div', { class: 'panel' }, ...rows)
      : emptyState('clock', texts.noPayments, texts.noPaymentsText),
  )
}

/** Shows the result of a new payment. */
export const sayOutcome = (payment) => {
  const [first] = payment.events
  if (payment.status === 'DECLINED' && first) {
    say('bad', fill(texts.declinedBecause, { reason: reasonOf(first.declineReason) }))
  } else {
    say('good', fill(texts.approved, { amount: money(payment.amount.held) }))
  }
}
