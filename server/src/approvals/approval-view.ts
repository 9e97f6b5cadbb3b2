import type { Approval } from '@cardamom/contract/approvals'
import { readCompanies } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { readUsers } from '../identity/users.sql.ts'
import { seesSharesOf } from '../companies/share-access.ts'
import type { Database } from '../kernel/database.ts'
import type { DescribedChange } from '../kernel/mount-context.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Language, SessionPrincipal } from '../kernel/principal.ts'
import { provedPerson } from '../kernel/scopes.ts'
import { approvalRefusal, rejectionRefusal, versionOf } from './approval.ts'
import { decryptContent } from './approval-content.ts'
import type { ApprovalRow, ListedApproval } from './approvals.sql.ts'

type Reader = {
  readonly me: Pick<SessionPrincipal, 'userId' | 'companyId' | 'scope' | 'may' | 'impersonatorId'>
  readonly now: Date
}

/** A row without the names of its people and its company. */
export const unnamedItem = (row: ListedApproval, { me, now }: Reader) => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  maker: { id: row.makerId, name: '' },
  companyId: row.companyId,
  companyName: '',
  reason: row.reason,
  requestedAt: row.requestedAt,
  expiresAt: row.expiresAt,
  decidedAt: row.decidedAt,
  checker: row.checkerId === null ? null : { id: row.checkerId, name: '' },
  isSelfChecked: row.isSelfChecked,
  canCheck: rejectionRefusal(row, me, now) === null,
  isMine: row.makerId === me.userId,
})
type Item = ReturnType<typeof unnamedItem>

/** Adds the names. Both people are named to everybody who sees the request, also where they are out of the scope. */
export const namedItems = async (db: Database, items: readonly Item[]): Promise<Item[]> => {
  const userIds = items.flatMap(({ maker, checker }) => [maker.id, ...(checker ? [checker.id] : [])])
  const sql = db.reader(provedPerson)
  const people = await readUsers(sql, [...new Set(userIds)])
  const companies = await readCompanies(sql, [...new Set(items.map(({ companyId }) => companyId))])
  const named = ({ id }: { readonly id: string }) => {
    const found = people.get(id)
    return { id, name: found ? `${found.firstName} ${found.lastName}` : '' }
  }
  const names = new Map(companies.map((company) => [company.id, brandName(company)]))
  return items.map((item) => ({
    ...item,
    maker: named(item.maker),
    checker: item.checker && named(item.checker),
    companyName: names.get(item.companyId) ?? '',
  }))
}

/** What a reader sees of a change. Pending money of a company has its shares, which other levels do not see. */
const visible = (
  { kind, companyId }: Pick<ApprovalRow, 'kind' | 'companyId'>,
  me: Reader['me'],
  changes: DescribedChange['changes'],
): DescribedChange['changes'][number][] =>
  changes.filter(
    ({ name }) => kind !== 'createTopUp' || name !== 'pendingBalance' || seesSharesOf(me, companyId),
  )

/** Makes the view of one request. `present` is what the call would change now; null: that is not known. */
export const createApprovalView =
  ({ db, encryption, messageOf }: Pick<Kernel, 'db' | 'encryption' | 'messageOf'>) =>
  async (
    row: ApprovalRow,
    {
      present,
      isAlone,
      ...reader
    }: Reader & {
      readonly lang: Language
      readonly present: DescribedChange | null
      readonly isAlone: boolean
    },
  ): Promise<Approval> => {
    const { me, now, lang } = reader
    const [shown] = await namedItems(db, [unnamedItem(row, reader)])
    if (!shown) throw new Error('A request has no row')
    const { facts, changes, version } = await decryptContent(encryption, row)
    const presentVersion = present ? versionOf(present) : version
    const { failureCode: code, failureData } = row
    return {
      ...shown,
      canCheck: approvalRefusal(row, me, { now, isAlone }) === null,
      facts,
      changes: visible(row, me, changes),
      present: present && visible(row, me, present.changes),
      isChanged: presentVersion !== version,
      version: presentVersion,
      stepUp: row.stepUp,
      selfCheckFrom: isAlone && row.status === 'requested' ? row.selfCheckFrom : null,
      note: row.note,
      failure:
        code === null ? null : { code, message: messageOf(lang, `refusals.${code}`, failureData ?? {}) },
    }
  }

export type ApprovalView = ReturnType<typeof createApprovalView>
