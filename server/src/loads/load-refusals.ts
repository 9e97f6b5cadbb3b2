import { refused } from '../kernel/answer.ts'
import type { Obstacle } from './load-offer.ts'

/** Each open quote keeps an address watched, so a person may have only a few. */
export const mostOpenQuotes = 10

/** The refusal of a quote whose speed is unavailable (api §3). */
export const notOffered = (obstacle: Obstacle) =>
  obstacle === 'over_emergency' || obstacle === 'no_float' || obstacle === 'not_offered'
    ? refused('speed_not_offered', { field: 'speed' })
    : refused('invalid_amount', { field: 'amount', data: { why: obstacle } })
