import { formatPercent } from '@cardamom/contract/money'
import type { InclusionProof } from '../ledger/proof.ts'
import { dollars, type StatementText } from '../transactions/statement-lines.ts'
import type { FiledShare, SettlementFile } from './settlement-file.ts'
import type { ShareBasis } from './share-basis.ts'

/** A line of the CSV and PDF files. */
export type FileItem = {
  readonly what: string
  readonly reference: string | null
  readonly at: Date | null
  readonly gross: bigint | null
  readonly rates: string | null
  readonly part: string | null
  readonly earned: bigint | null
  readonly undone: bigint | null
  readonly amount: bigint | null
  readonly note: string | null
}

const nothing = {
  reference: null,
  at: null,
  gross: null,
  rates: null,
  part: null,
  earned: null,
  undone: null,
  amount: null,
  note: null,
} as const

const label = (text: StatementText) => (name: string) => text(`settlementFile.${name}`)

/** Who is paid, for which period, and when: the lines before the shares. */
export const headItems = (
  { row, ownerName, companyName }: SettlementFile,
  text: StatementText,
): FileItem[] => {
  const of = label(text)
  const fact = (name: string, value: Partial<FileItem>) => ({
    ...nothing,
    what: of(`fact.${name}`),
    ...value,
  })
  return [
    fact('owner', { note: ownerName }),
    fact('company', { note: companyName }),
    fact('wallet', { note: of(`wallet.${row.wallet}`) }),
    fact('currency', { note: of('fact.usd') }),
    fact('periodEnd', { at: row.periodEnd }),
    fact('drawnUp', { at: row.drawnUpAt }),
    fact('approved', { at: row.approvedAt }),
    fact('paidAt', { at: row.paidAt }),
  ]
}

const sumText = (rates: readonly bigint[]): string => rates.map(formatPercent).join(' + ')

const formulaOf = ({ grossCents, rates, part, others }: ShareBasis, text: StatementText): string => {
  const facts = { rates: sumText(rates), gross: dollars(grossCents) }
  if (part !== null) return text('settlementFile.formulaPart', { ...facts, part: formatPercent(part) })
  if (others.length === 0) return text('settlementFile.formula', facts)
  return text('settlementFile.formulaRest', { ...facts, parts: sumText(others) })
}

const partOf = ({ part, others }: ShareBasis, text: StatementText): string | null => {
  if (part !== null) return formatPercent(part)
  return others.length === 0 ? null : text('settlementFile.rest', { parts: sumText(others) })
}

export const shareItem = (share: FiledShare, text: StatementText): FileItem => {
  const { source, ref, acceptedAt, basis, earnedCents, settledCents } = share
  return {
    what: text(`settlementFile.source.${source}`),
    reference: ref,
    at: acceptedAt,
    gross: basis?.grossCents ?? null,
    rates: basis && sumText(basis.rates),
    part: basis && partOf(basis, text),
    earned: earnedCents,
    undone: earnedCents - settledCents,
    amount: settledCents,
    note: basis ? formulaOf(basis, text) : text('settlementFile.unknown'),
  }
}

/** A proof in the order in which it is checked. */
const proofItems = (proof: InclusionProof, text: StatementText): FileItem[] => {
  const of = (name: string, note: string) => ({
    ...nothing,
    what: text(`settlementFile.proof.${name}`),
    note: note.replaceAll('\n', ' · '),
  })
  const position = { index: String(proof.index), size: String(proof.size) }
  return [
    of('number', proof.number),
    of('head', proof.head),
    ...proof.parts.map((part) => of('part', part)),
    ...proof.opened.flatMap((part) => [of('opened', part.text), of('salt', part.salt)]),
    of('place', text('settlementFile.position', position)),
    ...proof.path.map((hash) => of('path', hash)),
    of('block', proof.block),
    of('signature', proof.signature),
    of('publicKey', proof.publicKey.trim()),
  ]
}

/** Lines besides the shares, the figures, the journal and its proof: the lines after the shares. */
export const endItems = (file: SettlementFile, text: StatementText): FileItem[] => {
  const { row, payment, lines, journal, proof } = file
  const of = label(text)
  const figure = (name: string, amount: bigint) => ({ ...nothing, what: of(`fact.${name}`), amount })
  return [
    ...lines.map(({ kind, amountCents, note, ref }) => ({
      ...nothing,
      what: of(`line.${kind}`),
      reference: ref,
      amount: amountCents,
      note,
    })),
    figure('matured', row.maturedCents),
    figure('added', row.addedCents),
    figure('deducted', row.deductedCents),
    figure('owedBefore', payment.owedBeforeCents),
    figure('recovered', payment.recoveredCents),
    figure('owedAfter', payment.owedAfterCents),
    figure('allowance', payment.allowanceCents),
    figure('paid', payment.paidCents),
    { ...nothing, what: of('proof.key'), note: journal.key },
    { ...nothing, what: of('proof.id'), note: journal.id },
    ...proofItems(proof, text),
  ]
}
