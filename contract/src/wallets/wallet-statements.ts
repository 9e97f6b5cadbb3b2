import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { DownloadAddress, Id } from '../wire.ts'
import { period } from './wallet-lines.ts'
import { Buckets, walletTypes } from './wallet-records.ts'

const wallet = { wallet: z.enum(walletTypes) }

type Days = { since?: string | undefined; until?: string | undefined }
const isInOrder = ({ since, until }: Days) => since === undefined || until === undefined || since <= until
const turned = { error: 'span_turned', path: ['until'] }

/** Its lines are shares of another level (domain §13.9). */
const hidden = { permission_denied: 403 } as const

const Statement = z.object({ opening: Buckets, closing: Buckets })

export const getWalletStatement = endpoint({
  method: 'GET',
  path: '/wallets/:id/statement',
  summary: 'Balances of a wallet in scope before the first and after the last day of a period',
  who: 'wallets.view',
  params: z.object({ id: Id }),
  input: z.object({ ...wallet, ...period }).refine(isInOrder, turned),
  output: Statement,
  refusals: { validation: 422, ...hidden, record_not_found: 404 },
})

export const getOwnWalletStatement = endpoint({
  method: 'GET',
  path: '/wallet/statement',
  summary: 'Balances of one of my wallets before the first and after the last day of a period',
  who: 'signed-in',
  input: z.object({ ...wallet, ...period }).refine(isInOrder, turned),
  output: Statement,
  refusals: { validation: 422 },
})

const file = { ...wallet, ...period, format: z.enum(['pdf', 'csv']) }

export const exportWalletStatement = endpoint({
  method: 'POST',
  path: '/wallets/statement/export',
  summary:
    'One-time address of the statement of a wallet in scope: balances before and after, and every line',
  who: 'wallets.view',
  alsoTag: 'transactions.export',
  stepUp: 'S1',
  effect: 'write',
  status: 201,
  input: z.object({ ownerId: Id, ...file }).refine(isInOrder, turned),
  output: DownloadAddress,
  refusals: { validation: 422, ...hidden, record_not_found: 404 },
})

export const exportOwnWalletStatement = endpoint({
  method: 'POST',
  path: '/wallet/statement/export',
  summary:
    'One-time address of the statement of one of my wallets: balances before and after, and every line',
  who: 'signed-in',
  effect: 'write',
  status: 201,
  input: z.object(file).refine(isInOrder, turned),
  output: DownloadAddress,
  refusals: { validation: 422 },
})
