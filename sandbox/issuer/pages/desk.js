// The parts of the page that do not pay: the choice of a card, scenarios, and the mail.
import { byId, h } from '../../kernel/page/dom.js'
import { fill } from '../../kernel/page/texts.js'
import { call, emptyState, icon, money, texts } from './dom.js'

const cardArt = (card) =>
  h(
    'span',
    { class: `art ${card.status === 'ACTIVE' ? '' : 'off'}` },
    h('span', { class: 'chip', 'aria-hidden': 'true' }),
    h('span', { class: 'digits' }, `•••• ${card.last4}`),
    h('span', { class: 'art-foot' }, h('span', {}, card.cardName), h('span', {}, card.expiry)),
  )

const statusDot = (card) => {
  const kinds = { ACTIVE: 'good', FROZEN: 'info', BLOCKED: 'bad', EXPIRED: 'neutral' }
  return h('span', { class: `plain ${kinds[card.status]}` }, texts.cards[card.status])
}

/** The chosen card, as the summary that opens the list. */
export const showChosen = (card) => {
  if (!card) {
    const nothing = h('span', {}, h('b', {}, texts.noCards), h('span', { class: 'mute' }, texts.noCardsText))
    byId('chosen').replaceChildren(h('span', { class: 'art ghost' }, icon('card')), nothing)
    return
  }
  byId('chosen').replaceChildren(
    cardArt(card),
    h(
      'span',
      { class: 'chosen-text' },
      h('b', {}, card.holder),
      statusDot(card),
      h('span', { class: 'mute' }, texts.available),
      h('span', { class: 'amount' }, money(card.availableCredit)),
    ),
    h('span', { class: 'change' }, texts.changeCard, icon('down')),
  )
}

export const listCards = (cards, chosenId, choose) => {
  const rows = cards.map((card) =>
    h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          class: 'row',
          'aria-pressed': String(card.id === chosenId),
          onclick: () => choose(card),
        },
        h('span', { class: 'disc' }, icon('card')),
        h(
          'span',
          { class: 'grow' },
          h('b', {}, card.holder),
          h('span', { class: 'mute' }, `•••• ${card.last4} · `, statusDot(card)),
        ),
        h('span', { class: 'amount' }, money(card.availableCredit)),
      ),
    ),
  )
  const none = h('li', { class: 'mute none' }, texts.noMatch)
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
    const button = h('button', { type: 'button', class: 'soft', onclick: () => run(name, button) }, texts.run)
    button.setAttribute('aria-label', `${texts.run}: ${title}`)
    return h(
      'li',
      { class: 'row' },
      h('span', { class: 'disc' }, icon(scenarioIcons[name])),
      h('span', { class: 'grow' }, h('b', {}, title), h('span', { class: 'mute' }, summary)),
      button,
    )
  })
  byId('scenario-list').replaceChildren(...rows)
}

/** Envelopes with the codes of physical cards that wait to be activated. */
export const listPost = async () => {
  const { items } = await call('GET', '/shop/post')
  const rows = items.map((card) =>
    h(
      'li',
      { class: 'envelope' },
      h(
        'div',
        { class: 'grow' },
        h('b', {}, card.holder),
        h('span', { class: 'mute' }, `•••• ${card.last4} · ${texts.shipping[card.shippingStatus]}`),
        card.serial === null
          ? null
          : h('span', { class: 'mute' }, fill(texts.serial, { serial: card.serial })),
      ),
      h(
        'div',
        { class: 'code' },
        h('span', { class: 'mute' }, texts.code),
        h('span', { class: 'digits' }, card.activationCode.replace(/(...)(...)/, '$1 $2')),
      ),
    ),
  )
  byId('envelopes').replaceChildren(
    rows.length > 0
      ? h('ul', { class: 'panel' }, ...rows)
      : emptyState('mail', texts.noPost, texts.noPostText),
  )
}
