import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { DownloadAddress, Id } from '../wire.ts'

/** JSON has one object on each line, as docs/settlement-file.md describes it; the checker reads it. */
export const settlementFormats = ['csv', 'pdf', 'json'] as const

const file = z.object({ settlementId: Id, format: z.enum(settlementFormats) })
const refusals = {
  record_not_found: 404,
  /** It is not paid, so it has no final figures. */
  record_changed: 409,
  /** No signed block has its journal yet. */
  not_signed_yet: 409,
} as const

export const exportSettlement = endpoint({
  method: 'POST',
  path: '/settlements/file/export',
  summary:
    'One-time address of the file of a paid settlement in scope: every share with gross and rates, and the proof of its journal',
  who: 'settlements.view',
  alsoTag: 'transactions.export',
  stepUp: 'S1',
  effect: 'write',
  status: 201,
  input: file,
  output: DownloadAddress,
  refusals,
})

export const exportOwnSettlement = endpoint({
  method: 'POST',
  path: '/wallet/settlements/file/export',
  summary:
    'One-time address of the file of a paid settlement of mine: every share with gross and rates, and the proof of its journal',
  who: 'signed-in',
  effect: 'write',
  status: 201,
  input: file,
  output: DownloadAddress,
  refusals,
})
