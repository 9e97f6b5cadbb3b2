import { approvalKinds, type approvalStatuses } from '@cardamom/contract/approvals'
import { findApproval, type ApprovalRow } from '../approvals/approvals.sql.ts'
import { readUser } from '../identity/users.sql.ts'
import type { User } from '../identity/user.ts'
import type { Language } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import type { MessageOf } from '../kernel/reply.ts'
import type { Notice } from './notification.ts'

/** Endings that the maker learns of. They know that they withdrew a request. */
const told: ReadonlySet<(typeof approvalStatuses)[number]> = new Set([
  'approved',
  'rejected',
  'failed',
  'expired',
])

type Facts = Readonly<Record<string, string>>

const reasonOf = ({ note, failureCode, failureData }: ApprovalRow, maker: User, messageOf: MessageOf) =>
  failureCode === null ? (note ?? '') : messageOf(maker.locale, `refusals.${failureCode}`, failureData ?? {})

/**
 * Who requested something, and the notice about its end. Null: nobody is told. The row is in the company of what was
 * requested, which may be another one than the maker's.
 */
export const readApprovalNotice = async (
  sql: Queries,
  id: string,
  messageOf: MessageOf,
): Promise<{ readonly maker: User; readonly notice: Notice } | null> => {
  const row = await findApproval(sql, id)
  if (!row || !told.has(row.status)) return null
  const maker = await readUser(sql, row.makerId)
  if (!maker) return null
  const checker = row.checkerId === null ? null : await readUser(sql, row.checkerId)
  const facts = {
    request: row.kind,
    status: row.status,
    checker: checker ? `${checker.firstName} ${checker.lastName}` : '',
    reason: reasonOf(row, maker, messageOf),
  }
  const path = `/admin/inbox?open=${id}` as const
  return { maker, notice: { kind: 'approval_decided', facts, path, subjectId: null, isNews: true } }
}

const kinds: readonly string[] = Object.values(approvalKinds)

/** The facts of the mail. The reason may name a person, so it stays in the product. */
export const mailFactsOfApproval = (
  { request = '', status = '', checker = '' }: Facts,
  { messageOf, lang }: { readonly messageOf: MessageOf; readonly lang: Language },
): Facts => ({
  status,
  checker,
  request: kinds.includes(request) ? messageOf(lang, `approvals.values.kind.${request}`) : request,
})
