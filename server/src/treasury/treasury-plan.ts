import { houseId } from '../companies/company.ts'
import { guardedUpdate, type GuardedUpdate } from '../kernel/guarded-update.ts'
import type { Plan } from '../kernel/plan.ts'
import { transition } from '../kernel/states.ts'
import { treasuryJournal, type TreasuryDecision } from './treasury-operation.ts'
import { treasuryTransitions } from './treasury-status.ts'
import type { TreasuryRow } from './treasury-operations.sql.ts'

export type TreasuryBooking = {
  readonly id: string
  readonly requestedBy: string
  readonly approvedBy: string
  readonly reason: string
  readonly now: Date
}

/** The row of a record that is booked now. */
export const treasuryRow = (
  row: Pick<TreasuryRow, 'kind' | 'amountCents' | 'valuedOn'> & Partial<TreasuryRow>,
  { id, requestedBy, approvedBy, reason, now }: TreasuryBooking,
): TreasuryRow => ({
  status: row.kind === 'funding_sent' ? 'in_transit' : 'booked',
  asset: null,
  units: null,
  feeCents: null,
  valueCents: null,
  venue: null,
  reference: null,
  proof: null,
  fundingId: null,
  suspenseId: null,
  target: null,
  targetId: null,
  usedCents: 0n,
  ...row,
  id,
  companyId: houseId,
  reason,
  requestedBy,
  approvedBy,
  recordedAt: now,
})

/**
 * A part of a wire, and its end where nothing is left of it. It is refused if another part was faster, and is then decided
 * with what is left.
 */
const usingWire = ({ entered, funding, fundingEnds }: TreasuryDecision): GuardedUpdate[] => {
  const isOfWire = entered.kind === 'funding_returned' || entered.target === 'funding'
  if (!isOfWire || funding?.status !== 'in_transit') return []
  const { id, status, usedCents } = funding
  const set = { usedCents: usedCents + entered.amount }
  return fundingEnds
    ? [transition(treasuryTransitions, { id, status }, fundingEnds, { guard: { usedCents }, set })]
    : [guardedUpdate({ table: 'treasuryOperation', id, from: { status, usedCents }, set })]
}

/** Books a record: its journal, its row, and the end of the wire that it is about, in one transaction. */
export const treasuryPlan = (decided: TreasuryDecision, decision: TreasuryBooking): Plan => {
  const { entered, conversion, funding } = decided
  const { id, requestedBy, approvedBy, reason } = decision
  const { kind, amount: amountCents, reference, proof, valuedOn } = entered
  const { suspenseId = null, target = null, targetId = null } = entered
  const isResolution = kind === 'suspense_resolved'
  const row = treasuryRow(
    {
      kind,
      amountCents,
      valuedOn,
      reference,
      proof,
      fundingId: kind === 'funding_returned' ? (funding?.id ?? null) : null,
      ...(isResolution ? { suspenseId, target, targetId } : {}),
      ...(conversion
        ? {
            asset: conversion.asset,
            units: conversion.units,
            feeCents: conversion.feeCents,
            valueCents: conversion.valueCents,
            venue: conversion.venue,
          }
        : {}),
    },
    decision,
  )
  return {
    journals: [
      treasuryJournal(decided, { id, detail: { actor: approvedBy, reason, metadata: { requestedBy } } }),
    ],
    rows: [{ table: 'treasuryOperation', row }],
    updates: usingWire(decided),
    events: [
      {
        type: 'treasury.recorded',
        entityId: id,
        companyId: houseId,
        userId: null,
        payload: { kind, amountCents: String(amountCents), requestedBy },
      },
    ],
  }
}
