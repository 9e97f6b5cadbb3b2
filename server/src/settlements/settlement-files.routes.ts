import type { InputOf } from '@cardamom/contract/endpoint'
import { exportOwnSettlement, exportSettlement } from '@cardamom/contract/settlements/settlement-files'
import { readCompany } from '../companies/companies.sql.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { createDownloadAddress } from '../kernel/download-address.ts'
import type { FileFacts, FileOut } from '../kernel/downloads.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import { signingKeyOf } from '../ledger/signing-key.ts'
import { readSeen } from './settlement-access.ts'
import { settlementJson } from './settlement-file-json.ts'
import { settlementCsv, settlementPdf } from './settlement-file-sheets.ts'
import { readJournalProof, readSettlementFile } from './settlement-file.ts'
import { settlementKey } from './settlement-postings.ts'
import { isKeySigned, readSettlement, type SettlementRecord } from './settlements.sql.ts'

type Input = InputOf<typeof exportSettlement>

/** Whether there is a file of a settlement that the reader may see. */
const readyForFile = async (
  sql: Queries,
  row: SettlementRecord | null,
): Promise<Answer<null, 'record_not_found' | 'record_changed' | 'not_signed_yet'>> => {
  if (!row) return refused('record_not_found')
  if (row.status !== 'paid') return refused('record_changed')
  return (await isKeySigned(sql, settlementKey(row))) ? accepted(null) : refused('not_signed_yet')
}

/** Makes the file of a settlement that the reader may see. */
const fileOf = async (
  kernel: Kernel,
  { sql, input, lang, now }: FileFacts<Input>,
  row: SettlementRecord | null,
): Promise<Answer<FileOut, 'record_not_found'>> => {
  const { publicKeyPem } = signingKeyOf(kernel.config.LEDGER_SIGNING_KEY)
  const proven = row?.status === 'paid' ? await readJournalProof(kernel, row, publicKeyPem) : null
  if (!row || !proven) return refused('record_not_found')
  const file = await readSettlementFile(sql, row, proven)
  const text = (name: string, facts?: Readonly<Record<string, string>>) => kernel.messageOf(lang, name, facts)
  const company = await readCompany(sql, row.companyId)
  const of = { file, company, now, lang, text }
  const name = `${text('settlementFile.fileName')}-${file.ref}`
  switch (input.format) {
    case 'json':
      return accepted({ name: `${name}.jsonl`, type: 'application/x-ndjson', pieces: settlementJson(file) })
    case 'csv':
      return accepted({ name: `${name}.csv`, type: 'text/csv; charset=utf-8', pieces: settlementCsv(of) })
    case 'pdf':
      return accepted({ name: `${name}.pdf`, type: 'application/pdf', pieces: settlementPdf(of) })
  }
}

/** Mounts the files of paid settlements: every share with gross and rates, and the proof of the journal (domain §8). */
export const mountSettlementFiles = (kernel: Kernel): void => {
  const { mount, downloads } = kernel

  downloads.addChecked<Input>({
    path: exportSettlement.path,
    who: exportSettlement.who,
    alsoTag: 'transactions.export',
    input: exportSettlement.input,
    make: async (facts) => {
      const reader = { ...facts.me, scope: facts.scope }
      return fileOf(kernel, facts, await readSeen(facts.sql, reader, facts.input.settlementId))
    },
  })
  mount(exportSettlement, async ({ sql, me, lang, request, input }) => {
    const ready = await readyForFile(sql, await readSeen(sql, me, input.settlementId))
    if (!ready.accepted) return ready
    const of = { me, call: exportSettlement.path, query: request.body as object, lang }
    return accepted(await createDownloadAddress(sql, kernel, of))
  })

  downloads.addChecked<Input>({
    path: exportOwnSettlement.path,
    who: exportOwnSettlement.who,
    input: exportOwnSettlement.input,
    make: async (facts) => {
      const row = await readSettlement(facts.sql, facts.input.settlementId)
      return fileOf(kernel, facts, row?.ownerId === facts.me.userId ? row : null)
    },
  })
  mount(exportOwnSettlement, async ({ sql, me, lang, request, input }) => {
    const found = await readSettlement(sql, input.settlementId)
    const ready = await readyForFile(sql, found?.ownerId === me.userId ? found : null)
    if (!ready.accepted) return ready
    const of = { me, call: exportOwnSettlement.path, query: request.body as object, lang }
    return accepted(await createDownloadAddress(sql, kernel, of))
  })
}
