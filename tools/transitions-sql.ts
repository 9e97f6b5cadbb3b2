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
  loadReversalTransitions,
  loadTransitions,
} from '../server/src/loads/load-status.ts'
import { payoutTransitions } from '../server/src/payouts/payout-status.ts'
import { paymentTransitions } from '../server/src/transactions/payment-status.ts'
import { topUpTransitions, wireTransitions } from '../server/src/deposits/top-up-status.ts'
import { cardOrderTransitions } from '../server/src/orders/card-order.ts'
import { settlementTransitions } from '../server/src/settlements/settlement-status.ts'
import { transferTransitions } from '../server/src/transfers/transfer-status.ts'
import { adjustmentTransitions } from '../server/src/wallets/adjustment-status.ts'
import { withdrawalSteps, withdrawalTransitions } from '../server/src/withdrawals/withdrawal-status.ts'
import { breakTransitions, runTransitions } from '../server/src/reconciliation/break-status.ts'
import { findingTransitions } from '../server/src/treasury/findings.sql.ts'
import { treasuryTransitions } from '../server/src/treasury/treasury-status.ts'

/** Every table of transitions; a status column whose table is missing here fails a test. */
export const allTransitions: readonly AnyTransitions[] = [
  adjustmentTransitions,
  approvalTransitions,
  breakTransitions,
  cardTransitions,
  cardCallTransitions,
  cardOrderTransitions,
  chainTransferTransitions,
  factorRecoveryTransitions,
  findingTransitions,
  issuerHistoryRowTransitions,
  issuerTransferTransitions,
  kycTransitions,
  kycSessionTransitions,
  loadTransitions,
  loadRefundTransitions,
  loadReversalTransitions,
  paymentTransitions,
  payoutTransitions,
  runTransitions,
  topUpTransitions,
  wireTransitions,
  transferTransitions,
  settlementTransitions,
  treasuryTransitions,
  withdrawalTransitions,
  withdrawalSteps,
]

const quoted = (text: string | null) => (text === null ? 'null' : `'${text}'`)

/** The statement that puts the trigger on a table. A copy of the table may be in another schema. */
export const guardOf = ({ table, column }: AnyTransitions, schema?: string): string => {
  const name = `'${schema === undefined ? '' : `${schema}.`}${snakeCase(table)}'`
  return column === 'status'
    ? `select guard_status(${name})`
    : `select guard_state(${name}, '${snakeCase(column)}')`
}

/** The statements that make the database's table of transitions and its triggers equal to the code's. */
export const renderTransitions = (): string => {
  const rowsOf = (table: AnyTransitions, names: readonly string[]) =>
    statusPairs(table).map(({ from, to }) => `  (${[...names, from, to].map(quoted).join(', ')})`)
  const statuses = allTransitions
    .filter(({ column }) => column === 'status')
    .flatMap((table) => rowsOf(table, [snakeCase(table.table)]))
  const others = allTransitions
    .filter(({ column }) => column !== 'status')
    .flatMap((table) => rowsOf(table, [snakeCase(table.table), snakeCase(table.column)]))
  return [
    '-- Written by `node tools/transitions-sql.ts`: change a table of transitions, not this file.',
    '-- A start applies this file when it differs from the one applied last.',
    'delete from status_transition;',
    'insert into status_transition (table_name, from_status, to_status) values',
    `${statuses.join(',\n')};`,
    'insert into status_transition (table_name, column_name, from_status, to_status) values',
    `${others.join(',\n')};`,
    ...allTransitions.map((table) => `${guardOf(table)};`),
    '',
  ].join('\n')
}

/** The path of the statements. */
export const transitionsFile = join(import.meta.dirname, '../server/src/kernel/migrations/transitions.sql')

if (import.meta.main) {
  writeFileSync(transitionsFile, renderTransitions())
  console.log('server/src/kernel/migrations/transitions.sql is written')
}
