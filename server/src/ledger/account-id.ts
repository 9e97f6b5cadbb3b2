import { hash } from 'node:crypto'
import type { AccountKey } from '../kernel/plan.ts'

/**
 * The id of an account, made from what it is, so that nobody has to look it up: a version 8 uuid that begins with 48
 * bits of sha256(owner) and ends with 74 of sha256(code, asset, owner). Accounts of one owner stand side by side, which
 * makes locking a card or a wallet cheap. The company is not part of it: an account keeps its id when its owner moves.
 */
export const accountId = ({ code, asset, ownerId }: AccountKey): string => {
  const owner = hash('sha256', ownerId ?? '')
  const whole = hash('sha256', `${code}\n${asset ?? ''}\n${ownerId ?? ''}`)
  const variant = '89ab'[Number.parseInt(whole.charAt(3), 16) & 3]
  return [
    owner.slice(0, 8),
    owner.slice(8, 12),
    `8${whole.slice(0, 3)}`,
    `${variant}${whole.slice(4, 7)}`,
    whole.slice(7, 19),
  ].join('-')
}
