import { hash } from 'node:crypto'
import type { AccountKey } from '../kernel/plan.ts'

/**
 * Derives the id of an account from its key, so no look-up is needed: a version 8 uuid that starts with 48
 * bits of sha256(owner) and ends with 74 of sha256(code, asset, owner). Accounts of one owner are adjacent,
 * so locking a card or a wallet is cheap. The company is not part of the id, so the id stays the same when
 * the owner changes company.
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
