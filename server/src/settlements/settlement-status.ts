import { transitions } from '../kernel/states.ts'

/** Transitions of a settlement (domain §15). */
export const settlementTransitions = transitions({
  table: 'settlement',
  initial: ['draft'],
  states: {
    draft: { 'settlement.approved': 'approved', 'settlement.voided': 'void' },
    approved: { 'settlement.paid': 'paid', 'settlement.voided': 'void' },
    paid: {},
    void: {},
  },
})
