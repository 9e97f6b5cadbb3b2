import type { InputOf } from '@cardamom/contract/endpoint'
import { todayIn } from '@cardamom/contract/dates'
import {
  exportOwnWalletStatement,
  exportWalletStatement,
  getOwnWalletStatement,
  getWalletStatement,
} from '@cardamom/contract/wallets/wallet-statements'
import { readCompany } from '../companies/companies.sql.ts'
import { readTimeZone } from '../identity/time-zones.sql.ts'
import { readUser } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { createDownloadAddress } from '../kernel/download-address.ts'
import type { FileFacts, FileOut } from '../kernel/downloads.ts'
import type { Kernel } from '../kernel/module.ts'
import { countLinesBetween } from '../ledger/wallet-lines.sql.ts'
import { seesSharesOf } from '../companies/share-access.ts'
import { statementCsv, walletStatementPdf } from './wallet-statement-files.ts'
import { readStatementEdges, statementLines, type StatementKey } from './wallet-statement.ts'
import { readWalletOwner } from './wallet-owners.ts'

type OwnInput = InputOf<typeof exportOwnWalletStatement>
type Whose = { readonly name: string; readonly companyId: string }

/** Makes the file of a statement whose owner the reader may see. */
const fileOf = async (
  { messageOf }: Pick<Kernel, 'messageOf'>,
  { sql, me, input, lang, now }: FileFacts<OwnInput>,
  { key, whose }: { key: StatementKey; whose: Whose },
): Promise<FileOut> => {
  const zone = input.zone ?? (await readTimeZone(sql, me))
  const text = (name: string, facts?: Readonly<Record<string, string>>) => messageOf(lang, name, facts)
  const period = { ...input, zone }
  const edges = await readStatementEdges(sql, key, period)
  const company = await readCompany(sql, whose.companyId)
  const file = {
    key,
    ownerName: whose.name,
    company,
    period,
    zone,
    now,
    lang,
    text,
    edges,
    lineCount: input.format === 'pdf' ? await countLinesBetween(sql, { ...key, ...edges }) : 0,
    lines: statementLines(sql, key, edges),
  }
  const days = [input.since, input.until ?? todayIn(zone, now)].filter(Boolean)
  const name = [text('walletLines.file.fileName'), key.wallet, ...days].join('-')
  return input.format === 'pdf'
    ? { name: `${name}.pdf`, type: 'application/pdf', pieces: walletStatementPdf(file) }
    : { name: `${name}.csv`, type: 'text/csv; charset=utf-8', pieces: statementCsv(file) }
}

/** Mounts the statements of wallets: balances before and after a period, and every line in it (ux §2). */
export const mountWalletStatements = (kernel: Kernel): void => {
  const { mount, downloads } = kernel

  mount(getWalletStatement, async ({ sql, me, params, input }) => {
    const owner = await readWalletOwner(sql, me, params.id)
    if (!owner) return refused('record_not_found')
    if (!seesSharesOf(me, owner.id)) return refused('permission_denied')
    const { opening, closing } = await readStatementEdges(sql, { ownerId: owner.id, ...input }, input)
    return accepted({ opening, closing })
  })

  mount(getOwnWalletStatement, async ({ sql, me, input }) => {
    const { opening, closing } = await readStatementEdges(sql, { ownerId: me.userId, ...input }, input)
    return accepted({ opening, closing })
  })

  downloads.addChecked<InputOf<typeof exportWalletStatement>>({
    path: exportWalletStatement.path,
    who: exportWalletStatement.who,
    alsoTag: 'transactions.export',
    input: exportWalletStatement.input,
    make: async (facts) => {
      const { sql, scope, me, input } = facts
      const owner = await readWalletOwner(sql, { scope }, input.ownerId)
      if (!owner || !seesSharesOf({ ...me, scope }, owner.id)) return refused('record_not_found')
      const key = { ownerId: owner.id, wallet: input.wallet }
      return accepted(await fileOf(kernel, facts, { key, whose: owner }))
    },
  })
  mount(exportWalletStatement, async ({ sql, me, lang, request, input }) => {
    if (!(await readWalletOwner(sql, me, input.ownerId))) return refused('record_not_found')
    if (!seesSharesOf(me, input.ownerId)) return refused('permission_denied')
    const of = { me, call: exportWalletStatement.path, query: request.body as object, lang }
    return accepted(await createDownloadAddress(sql, kernel, of))
  })

  downloads.addChecked<OwnInput>({
    path: exportOwnWalletStatement.path,
    who: exportOwnWalletStatement.who,
    input: exportOwnWalletStatement.input,
    make: async (facts) => {
      const { sql, me, input } = facts
      const user = await readUser(sql, me.userId)
      const name = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim()
      const key = { ownerId: me.userId, wallet: input.wallet }
      return accepted(await fileOf(kernel, facts, { key, whose: { name, companyId: me.companyId } }))
    },
  })
  mount(exportOwnWalletStatement, async ({ sql, me, lang, request }) => {
    const of = { me, call: exportOwnWalletStatement.path, query: request.body as object, lang }
    return accepted(await createDownloadAddress(sql, kernel, of))
  })
}
