import { refused } from '../kernel/answer.ts'
import type { Obstacle } from './load-offer.ts'

/** Each open quote keeps an address watched, so a person has few of them. */
export const mostOpenQuotes = 10

/** What a quote is refused with where a speed cannot be had (api §3). */
export const notOffered = (obstacle: Obstacle) =>
  obstacle === 'over_emergency' || obstacle === 'no_float' || obstacle === 'not_offered'
    ? refused('speed_not_offered', { field: 'speed' })
    : refused('invalid_amount', { field: 'amount', data: { why: obstacle } })
