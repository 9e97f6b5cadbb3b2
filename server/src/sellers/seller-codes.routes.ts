import {
  activateSellerCode,
  changeSellerCodeOwner,
  deactivateSellerCode,
  getSellerCode,
  SellerCode,
  updateSellerCode,
} from '@cardamom/contract/sellers/seller-codes'
import type { FastifyRequest } from 'fastify'
import type { Updateable } from 'kysely'
import { z } from 'zod'
import { readPersonOfArea } from '../access/user-detail.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { dayBounds } from '../kernel/day-bounds.ts'
import { noVersion, versionIn } from '../kernel/if-match.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import type { SellerCode as SellerCodeTable } from '../kernel/schema.ts'
import type { WriteTransaction } from '../kernel/write-transaction.ts'
import { judgeValidity } from './new-seller.ts'
import { mountSellerCodeCreation } from './seller-code-creation.routes.ts'
import { codeRecord, type SellerCodeView } from './seller-code-record.ts'
import { sellerCodesList } from './seller-codes.list.ts'
import { findCode, lockCode, writeCode, type CodeRow } from './seller-codes.sql.ts'

/** Finds the code before the reader has to confirm. */
const knownCode = async ({ sql, params }: { sql: Queries; params: { id: string } }) =>
  (await findCode(sql, params.id)) ? null : ('record_not_found' as const)

/** Sellers see the codes of their sellers two, and change only their own. */
const mayChange = ({ scope, userId }: Pick<SessionPrincipal, 'scope' | 'userId'>, row: CodeRow): boolean =>
  scope.kind !== 'own' || row.ownerId === userId

type Change = Updateable<SellerCodeTable>
type ChangeCall = WriteTransaction & {
  readonly params: { readonly id: string }
  readonly request: FastifyRequest
  readonly me: Pick<SessionPrincipal, 'scope' | 'userId'>
  readonly now: Date
}

/** Changes the version of a code that the caller named, and records what changed with the reason. */
const change = async <Code extends string>(
  call: ChangeCall,
  decide: (row: CodeRow) => Promise<Answer<Change, Code>> | Answer<Change, Code>,
  reason?: string,
): Promise<Answer<SellerCodeView, Code | 'record_not_found' | 'record_changed' | 'validation'>> => {
  const { sql, params, request, now } = call
  const version = versionIn(request)
  if (version === null) return refused('validation', noVersion)
  const row = await lockCode(sql, params.id)
  if (!row || !mayChange(call.me, row)) return refused('record_not_found')
  if (row.version !== version)
    return refused('record_changed', { data: z.encode(SellerCode, await codeRecord(sql, row, now)) })
  const decided = await decide(row)
  if (!decided.accepted) return decided
  const names = Object.keys(decided.value) as (keyof Change & keyof CodeRow)[]
  const before = Object.fromEntries(names.map((name) => [name, row[name]]))
  const after = { ...before, ...decided.value }
  const isOther = names.some((name) => String(after[name] ?? null) !== String(before[name] ?? null))
  if (isOther) {
    await writeCode(sql, row.id, decided.value)
    const { id, companyId, ownerId } = row
    const about = { entity: 'seller_code', entityId: id, companyId, userId: ownerId }
    const why = reason === undefined ? [{}, {}] : [{ reason: null }, { reason }]
    call.recordChange({ ...about, before: { ...before, ...why[0] }, after: { ...after, ...why[1] } })
    call.emit({ type: 'seller_code.changed', entityId: id, companyId, userId: ownerId })
  }
  const present = await findCode(sql, row.id)
  return present ? accepted(await codeRecord(sql, present, now)) : refused('record_not_found')
}

const mountChanges = ({ mount }: Kernel): void => {
  mount(
    updateSellerCode,
    (call) =>
      change(call, async (row) => {
        const { timeZone } = await readCompany(call.sql, row.companyId)
        const { firstDay, lastDay, maxUses } = call.input
        return judgeValidity(row, {
          ...(firstDay === undefined ? {} : { validFrom: dayBounds(firstDay, timeZone).from }),
          ...(lastDay === undefined
            ? {}
            : { validTo: lastDay === null ? null : dayBounds(lastDay, timeZone).before }),
          ...(maxUses === undefined ? {} : { maxUses }),
        })
      }),
    knownCode,
  )
  mount(
    deactivateSellerCode,
    (call) => change(call, () => accepted({ active: false }), call.input.reason),
    knownCode,
  )
  mount(
    activateSellerCode,
    (call) =>
      change(
        call,
        ({ ownerId }) => (ownerId === null ? refused('code_without_owner') : accepted({ active: true })),
        call.input.reason,
      ),
    knownCode,
  )
  mount(
    changeSellerCodeOwner,
    (call) => {
      const { ownerId, reason } = call.input
      const decide = async (row: CodeRow) => {
        if (call.me.scope.kind === 'own') return refused('record_not_found')
        if (ownerId === null) return accepted({ ownerId, active: false })
        const owner = await readPersonOfArea(call.sql, ownerId)
        if (!owner || owner.companyId !== row.companyId || !owner.active)
          return refused('record_not_found', { field: 'ownerId' })
        return owner.roleId === 2 ? refused('owner_not_seller', { field: 'ownerId' }) : accepted({ ownerId })
      }
      return change(call, decide, reason)
    },
    knownCode,
  )
}

/** The seller codes of companies: list, details, creation and changes (domain §1). */
export const mountSellerCodes = (kernel: Kernel): void => {
  const { mount } = kernel
  mountList(kernel, sellerCodesList)
  mountChanges(kernel)
  mountSellerCodeCreation(kernel)

  mount(getSellerCode, async ({ sql, params, now }) => {
    const row = await findCode(sql, params.id)
    return row ? accepted(await codeRecord(sql, row, now)) : refused('record_not_found')
  })
}
