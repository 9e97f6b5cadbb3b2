import { hash } from 'node:crypto'
import type { AccountKey } from '../kernel/plan.ts'

/**
 * The id of an account, made from what it is, so that nobody has to look it up: a version 8 uuid of
 * sha256(code, asset, owner). The company is not part of it: an account keeps its id when its owner moves.
 */
export const accountId = ({ code, asset, ownerId }: AccountKey): string => {
  const digest = hash('sha256', `${code}\n${asset ?? ''}\n${ownerId ?? ''}`)
  const variant = '89ab'[Number.parseInt(digest.charAt(16), 16) & 3]
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
}
