import { formatCents } from '@cardamom/contract/money'
import { z } from 'zod'
import { Cents, Mills, Page } from './exact-json.ts'
import type { BalanceHistoryRow, IssuerPort } from './port.ts'
import { mapped, readAllPages, type ReapHttp } from './reap-http.ts'

const pageSize = '100'
const master = 'MASTER_ACCOUNT_BALANCE'
const onCard = 'CARD_BALANCE'

const CreditAnswer = z
  .object({ creditBefore: Mills, creditAfter: Mills })
  .transform(({ creditBefore, creditAfter }) => ({ beforeMills: creditBefore, afterMills: creditAfter }))
const AccountAnswer = z.object({ availableBalance: Cents, availableToAllocate: Cents })

const HistoryRow = z
  .object({
    id: z.string().min(1),
    type: z.enum(['DEPOSIT', 'WITHDRAWAL']),
    source: z.string(),
    destination: z.string(),
    status: z.enum(['PENDING', 'COMPLETED']),
    amount: Mills,
    currency: z.literal('USD'),
  })
  .transform((row): BalanceHistoryRow => {
    const [from, to] = row.type === 'DEPOSIT' ? [master, onCard] : [onCard, master]
    return {
      rowId: row.id,
      type: row.type === 'DEPOSIT' ? 'deposit' : 'withdrawal',
      status: row.status === 'PENDING' ? 'pending' : 'completed',
      amountMills: row.amount < 0n ? -row.amount : row.amount,
      isAllocation: row.source === from && row.destination === to,
    }
  })
const HistoryPage = Page(HistoryRow)

const inPath = encodeURIComponent

/** Credits of cards, their balance history, and the master account. */
export const reapMoneyCalls = ({ change, read }: ReapHttp) =>
  ({
    adjustCredit: ({ issuerCardId, amountCents }) =>
      change(CreditAnswer, {
        method: 'PUT',
        path: `/cards/${inPath(issuerCardId)}/credit`,
        body: { adjustment: formatCents(amountCents) },
      }),
    balanceHistory: (issuerCardId) =>
      readAllPages(
        (page) =>
          read(HistoryPage, {
            method: 'GET',
            path: `/cards/${inPath(issuerCardId)}/balance-history`,
            query: { page: String(page), limit: pageSize },
          }),
        ({ rowId }) => rowId,
      ),
    readAccount: async () =>
      mapped(await read(AccountAnswer, { method: 'GET', path: '/account/balance' }), (account) => ({
        availableCents: account.availableBalance,
        unallocatedCents: account.availableToAllocate,
      })),
  }) satisfies Partial<IssuerPort>
