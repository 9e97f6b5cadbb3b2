import { transitions } from '../kernel/states.ts'

/** Statuses of the records of the treasury. Only a wire to the issuer goes on after it is booked. */
export const treasuryTransitions = transitions({
  table: 'treasuryOperation',
  initial: ['booked', 'in_transit'],
  states: {
    booked: {},
    in_transit: { 'wire.arrived': 'arrived', 'wire.returned': 'returned' },
    arrived: {},
    returned: {},
  },
})
