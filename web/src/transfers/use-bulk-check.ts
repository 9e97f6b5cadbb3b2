import { rowsCheckedAtOnce, checkBatchRows } from '@cardamom/contract/transfers/wallet-load-batches'
import type { SentInputOf, WireOf } from '@cardamom/contract/endpoint'
import { useRef, useState } from 'react'
import { call } from '../kernel/api.ts'
import { centsOf } from '../kernel/cents.ts'
import type { FileRow } from './bulk-rows.ts'

type CheckAnswer = WireOf<typeof checkBatchRows>['rows'][number]
type Problem = { readonly code: string; readonly line: number }
export type CheckedRow = {
  readonly row: FileRow
  readonly card: CheckAnswer | null
  readonly problem: Problem | null
}
export type BulkCheck = {
  readonly good: readonly CheckedRow[]
  readonly bad: readonly CheckedRow[]
  readonly totalCents: bigint
  readonly feeCents: bigint
  /** A second person approves a sum above this. */
  readonly limitCents: bigint
  /** How far the wallet may be negative. */
  readonly allowanceCents: bigint
}
type Sender = Pick<SentInputOf<typeof checkBatchRows>, 'fromOwnerId' | 'fromWallet'>

/** Two names may be those of one card. */
const withSameCards = (rows: readonly CheckedRow[]): CheckedRow[] => {
  const lines = new Map<string, number>()
  return rows.map((each) => {
    const id = each.card?.cardId
    if (!id || each.problem) return each
    const first = lines.get(id)
    lines.set(id, first ?? each.row.line)
    return first === undefined ? each : { ...each, problem: { code: 'duplicate', line: first } }
  })
}

export const sumsOf = (
  rows: readonly CheckedRow[],
  { limitCents, allowanceCents }: Pick<BulkCheck, 'limitCents' | 'allowanceCents'>,
): BulkCheck => {
  const good = rows.filter(({ problem }) => problem === null)
  return {
    good,
    bad: rows.filter(({ problem }) => problem !== null),
    totalCents: good.reduce((sum, { row }) => sum + centsOf(row.amount), 0n),
    feeCents: good.reduce((sum, { card }) => sum + centsOf(card?.fee ?? '0.00'), 0n),
    limitCents,
    allowanceCents,
  }
}

/** How a wallet pays the sum of a file. */
export type Cover =
  | { readonly by: 'wallet' }
  /** Cents of the allowance that the file uses. */
  | { readonly by: 'allowance'; readonly usedCents: bigint }
  | { readonly by: 'nothing' }

/** The same condition as that of the call, which refuses the whole file. */
export const coverOf = ({
  beforeCents,
  totalCents,
  allowanceCents,
}: Readonly<Record<'beforeCents' | 'totalCents' | 'allowanceCents', bigint>>): Cover => {
  if (beforeCents >= totalCents) return { by: 'wallet' }
  if (beforeCents + allowanceCents < totalCents) return { by: 'nothing' }
  return { by: 'allowance', usedCents: beforeCents > 0n ? totalCents - beforeCents : totalCents }
}

/** Checks the rows of a file some at a time, and says how far it is. A later check ends an earlier one. */
export const useBulkCheck = () => {
  const [done, setDone] = useState<number | null>(null)
  const turn = useRef(0)
  const check = async (sender: Sender, rows: readonly FileRow[]): Promise<BulkCheck | null> => {
    turn.current += 1
    const mine = turn.current
    const wellFormed = rows.filter(({ problem }) => problem === null)
    const found = new Map<number, CheckAnswer>()
    let limits = { limitCents: 0n, allowanceCents: 0n }
    setDone(0)
    try {
      for (let at = 0; at < wellFormed.length; at += rowsCheckedAtOnce) {
        const part = wellFormed.slice(at, at + rowsCheckedAtOnce)
        const input = {
          ...sender,
          rows: part.map(({ line, card, email, amount: total }) => ({ line, card, email, total })),
        }
        const answer = await call(checkBatchRows, { input, errors: 'none' })
        if (turn.current !== mine) return null
        limits = {
          limitCents: centsOf(answer.secondPersonAbove),
          allowanceCents: centsOf(answer.allowance),
        }
        for (const row of answer.rows) found.set(row.line, row)
        setDone(at + part.length)
      }
    } finally {
      if (turn.current === mine) setDone(null)
    }
    return sumsOf(
      withSameCards(
        rows.map((row) => {
          const card = found.get(row.line) ?? null
          const code = card?.problem ?? null
          return { row, card, problem: row.problem ?? (code === null ? null : { code, line: row.line }) }
        }),
      ),
      limits,
    )
  }
  return { done, check }
}
