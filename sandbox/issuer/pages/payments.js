// The list of a card's payments; each opens to its events and its possible next steps.
import {
  byId,
  call,
  clearMessage,
  day,
  el,
  emptyState,
  fill,
  icon,
  money,
  say,
  texts,
  typedAmount,
  when,
} from './dom.js'

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
  return el(
    'li',
    {},
    el('span', { className: `dot ${event.type}` }, icon(eventIcons[event.type])),
    el(
      'span',
      { className: 'grow' },
      el('b', {}, texts.events[event.type]),
      el('span', { className: 'mute' }, `${when(event.occurredAt)}${foreign}${fees}${why}${chargeback}`),
    ),
    el('span', { className: 'amount' }, money(event.amount)),
  )
}

const proposed = (payment) => {
  if (payment.status === 'PENDING') return payment.amount.held
  return payment.can.includes('refund') ? payment.amount.settled : payment.amount.authorised
}

const steps = (payment, done) => {
  if (payment.can.length === 0) {
    return payment.status === 'DECLINED' ? el('p', { className: 'mute' }, texts.nothingFollows) : null
  }
  const amount = el('input', { id: `step-${payment.id}`, inputMode: 'decimal', value: proposed(payment) })
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
    el(
      'button',
      { type: 'button', className: index === 0 ? 'soft' : 'outline', onclick: () => apply(word) },
      texts[word],
    ),
  )
  return el(
    'div',
    { className: 'steps' },
    el('h3', {}, texts.follow),
    el(
      'div',
      { className: 'field small' },
      el('label', { for: amount.id }, texts.stepAmount),
      el('div', { className: 'money' }, el('span', {}, '$'), amount),
    ),
    el('div', { className: 'buttons' }, ...buttons),
  )
}

const paymentRow = (payment, open, done) => {
  const { merchant, status } = payment
  const lapses = payment.lapsesAt
    ? fill(texts.lapsesOn, { date: day(payment.lapsesAt) })
    : day(payment.updatedAt)
  const struck = status === 'DECLINED' || status === 'VOID'
  return el(
    'details',
    { className: 'payment', open, 'data-id': payment.id },
    el(
      'summary',
      { className: 'row' },
      el('span', { className: `disc ${kinds[status]}` }, icon(merchant.category)),
      el(
        'span',
        { className: 'grow' },
        el('b', {}, merchant.name),
        el(
          'span',
          { className: 'mute' },
          el('span', { className: `plain ${kinds[status]}` }, wordOf(payment)),
          ` · ${lapses}`,
        ),
      ),
      el('span', { className: `amount ${struck ? 'struck' : ''}` }, money(headline(payment))),
    ),
    el(
      'div',
      { className: 'inside' },
      el('h3', {}, texts.eventsTitle),
      el('ul', { className: 'events' }, ...payment.events.map(eventLine)),
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
      ? el('div', { className: 'panel' }, ...rows)
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
