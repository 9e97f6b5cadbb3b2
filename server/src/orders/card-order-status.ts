import { transitions } from '../kernel/states.ts'

/** Transitions of an order of a card (domain §6). */
export const cardOrderTransitions = transitions({
  table: 'cardOrder',
  initial: ['paid'],
  states: {
    paid: { 'card_order.fulfilled': 'fulfilled', 'card_order.refunded': 'refunded' },
    fulfilled: {},
    refunded: {},
  },
})
