import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { factorRecoveryTransitions } from '../server/src/access/recovery/factor-recovery.ts'
import { approvalTransitions } from '../server/src/approvals/approval-status.ts'
import { cardCallTransitions, cardTransitions } from '../server/src/cards/card-status.ts'
import { snakeCase } from '../server/src/kernel/guarded-update.ts'
import { statusPairs, type AnyTransitions } from '../server/src/kernel/states.ts'
import { kycSessionTransitions, kycTransitions } from '../server/src/kyc/kyc-status.ts'
import { issuerHistoryRowTransitions, issuerTransferTransitions } from '../server/src/loads/credit-status.ts'
import {
  chainTransferTransitions,
  loadRefundTransitions,
  loadTransitions,
} from '../server/src/loads/load-status.ts'
import { payoutTransitions } from '../server/src/payouts/payout-status.ts'
import { paymentTransitions } from '../server/src/transactions/payment-status.ts'
import { topUpTransitions } from '../server/src/deposits/top-up-status.ts'
import { settlementTransitions } from '../server/src/settlements/settlement-status.ts'
import { transferTransitions } from '../server/src/transfers/transfer-status.ts'
import { adjustmentTransitions } from '../server/src/wallets/adjustment-status.ts'
import { withdrawalTransitions } from '../server/src/withdrawals/withdrawal-status.ts'
import { findingTransitions } from '../server/src/treasury/findings.sql.ts'
import { treasuryTransitions } from '../server/src/treasury/treasury-status.ts'

/** Every table of transitions; a status column whose table is missing here fails a test. */
export const allTransitions: readonly AnyTransitions[] = [
  adjustmentTransitions,
  approvalTransitions,
  cardTransitions,
  cardCallTransitions,
  chainTransferTransitions,
  factorRecoveryTransitions,
  findingTransitions,
  issuerHistoryRowTransitions,
  issuerTransferTransitions,
  kycTransitions,
  kycSessionTransitions,
  loadTransitions,
  loadRefundTransitions,
  paymentTransitions,
  payoutTransitions,
  topUpTransitions,
  transferTransitions,
  settlementTransitions,
  treasuryTransitions,
  withdrawalTransitions,
]

const quoted = (text: string | null) => (text === null ? 'null' : `'${text}'`)

/** The statements that make the database's table of transitions and its triggers equal to the code's. */
export const renderTransitions = (): string => {
  const rows = allTransitions.flatMap((table) =>
    statusPairs(table).map(
      ({ from, to }) => `  (${quoted(snakeCase(table.table))}, ${quoted(from)}, ${quoted(to)})`,
    ),
  )
  return [
    '-- Written by `node tools/transitions-sql.ts`: change a table of transitions, not this file.',
    '-- A start applies this file when it differs from the one applied last.',
    'delete from status_transition;',
    'insert into status_transition (table_name, from_status, to_status) values',
    `${rows.join(',\n')};`,
    ...allTransitions.map(({ table }) => `select guard_status('${snakeCase(table)}');`),
    '',
  ].join('\n')
}

/** The path of the statements. */
export const transitionsFile = join(import.meta.dirname, '../server/src/kernel/migrations/transitions.sql')

if (import.meta.main) {
  writeFileSync(transitionsFile, renderTransitions())
  console.log('server/src/kernel/migrations/transitions.sql is written')
}
