// The parts of the page that do not pay: the choice of a card, scenarios, and the mail.
import { byId, call, el, emptyState, fill, icon, money, texts } from './dom.js'

const cardArt = (card) =>
  el(
    'span',
    { className: `art ${card.status === 'ACTIVE' ? '' : 'off'}` },
    el('span', { className: 'chip', 'aria-hidden': 'true' }),
    el('span', { className: 'digits' }, `•••• ${card.last4}`),
    el('span', { className: 'art-foot' }, el('span', {}, card.cardName), el('span', {}, card.expiry)),
  )

const statusDot = (card) => {
  const kinds = { ACTIVE: 'good', FROZEN: 'info', BLOCKED: 'bad', EXPIRED: 'neutral' }
  return el('span', { className: `plain ${kinds[card.status]}` }, texts.cards[card.status])
}

/** The chosen card, as the summary that opens the list. */
export const showChosen = (card) => {
  if (!card) {
    const nothing = el(
      'span',
      {},
      el('b', {}, texts.noCards),
      el('span', { className: 'mute' }, texts.noCardsText),
    )
    byId('chosen').replaceChildren(el('span', { className: 'art ghost' }, icon('card')), nothing)
    return
  }
  byId('chosen').replaceChildren(
    cardArt(card),
    el(
      'span',
      { className: 'chosen-text' },
      el('b', {}, card.holder),
      statusDot(card),
      el('span', { className: 'mute' }, texts.available),
      el('span', { className: 'amount' }, money(card.availableCredit)),
    ),
    el('span', { className: 'change' }, texts.changeCard, icon('down')),
  )
}

export const listCards = (cards, chosenId, choose) => {
  const rows = cards.map((card) =>
    el(
      'li',
      {},
      el(
        'button',
        {
          type: 'button',
          className: 'row',
          'aria-pressed': String(card.id === chosenId),
          onclick: () => choose(card),
        },
        el('span', { className: 'disc' }, icon('card')),
        el(
          'span',
          { className: 'grow' },
          el('b', {}, card.holder),
          el('span', { className: 'mute' }, `•••• ${card.last4} · `, statusDot(card)),
        ),
        el('span', { className: 'amount' }, money(card.availableCredit)),
      ),
    ),
  )
  const none = el('li', { className: 'mute none' }, texts.noMatch)
  byId('cards').replaceChildren(...(rows.length > 0 ? rows : [none]))
}

const scenarioIcons = {
  coffee: 'cafe',
  hotel: 'hotel',
  fuel: 'fuel',
  offline: 'offline',
  partial: 'partial',
  unlinked_refund: 'undo',
  stale: 'clock',
  chargeback: 'scales',
  fraud_block: 'shield',
  fee_adjustment: 'percent',
}

export const listScenarios = (run) => {
  const rows = Object.entries(texts.scenarioTexts).map(([name, [title, summary]]) => {
    const button = el(
      'button',
      { type: 'button', className: 'soft', onclick: () => run(name, button) },
      texts.run,
    )
    button.setAttribute('aria-label', `${texts.run}: ${title}`)
    return el(
      'li',
      { className: 'row' },
      el('span', { className: 'disc' }, icon(scenarioIcons[name])),
      el('span', { className: 'grow' }, el('b', {}, title), el('span', { className: 'mute' }, summary)),
      button,
    )
  })
  byId('scenario-list').replaceChildren(...rows)
}

/** Envelopes with the codes of physical cards that wait to be activated. */
export const listPost = async () => {
  const { items } = await call('GET', '/shop/post')
  const rows = items.map((card) =>
    el(
      'li',
      { className: 'envelope' },
      el(
        'div',
        { className: 'grow' },
        el('b', {}, card.holder),
        el('span', { className: 'mute' }, `•••• ${card.last4} · ${texts.shipping[card.shippingStatus]}`),
        card.serial === null
          ? null
          : el('span', { className: 'mute' }, fill(texts.serial, { serial: card.serial })),
      ),
      el(
        'div',
        { className: 'code' },
        el('span', { className: 'mute' }, texts.code),
        el('span', { className: 'digits' }, card.activationCode.replace(/(...)(...)/, '$1 $2')),
      ),
    ),
  )
  byId('envelopes').replaceChildren(
    rows.length > 0
      ? el('ul', { className: 'panel' }, ...rows)
      : emptyState('mail', texts.noPost, texts.noPostText),
  )
}
