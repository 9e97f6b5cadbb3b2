import { formatCents, formatPercent } from '@cardamom/contract/money'
import type { FiledLine, FiledShare, SettlementFile } from './settlement-file.ts'
import type { ShareBasis } from './share-basis.ts'

const basisOf = ({ grossCents, rates, part, others }: ShareBasis) => ({
  gross: formatCents(grossCents),
  rates: rates.map(formatPercent),
  part: part === null ? null : formatPercent(part),
  others: others.map(formatPercent),
})

const shareLine = ({ id, source, ref, acceptedAt, dueAt, basis, earnedCents, settledCents }: FiledShare) => ({
  share: id,
  source,
  ref,
  acceptedAt,
  dueAt,
  basis: basis && basisOf(basis),
  earned: formatCents(earnedCents),
  takenBack: formatCents(earnedCents - settledCents),
  settled: formatCents(settledCents),
})

const otherLine = ({ id, kind, amountCents, note, shareId, ref }: FiledLine) => ({
  line: id,
  kind,
  amount: formatCents(amountCents),
  note,
  share: shareId,
  ref,
})

const headOf = ({ row, ref, ownerName, companyName }: SettlementFile) => ({
  format: 'cardamom settlement 1',
  id: row.id,
  ref,
  owner: { id: row.ownerId, kind: row.ownerKind, name: ownerName },
  company: { id: row.companyId, name: companyName },
  wallet: row.wallet,
  periodEnd: row.periodEnd,
  drawnUpAt: row.drawnUpAt,
  approvedAt: row.approvedAt,
  paidAt: row.paidAt,
  currency: 'USD',
})

const figuresOf = ({ row, payment, lines }: SettlementFile) => ({
  shares: row.shareCount,
  lines: lines.length,
  matured: formatCents(row.maturedCents),
  added: formatCents(row.addedCents),
  deducted: formatCents(row.deductedCents),
  owedBefore: formatCents(payment.owedBeforeCents),
  recovered: formatCents(payment.recoveredCents),
  owedAfter: formatCents(payment.owedAfterCents),
  allowance: formatCents(payment.allowanceCents),
  paid: formatCents(payment.paidCents),
})

const json = (value: object): string => `${JSON.stringify(value)}\n`

/** The settlement as docs/settlement-file.md describes it: one JSON object on each line. */
export const settlementJson = async function* (file: SettlementFile): AsyncGenerator<string> {
  yield json(headOf(file))
  for await (const page of file.shares) yield page.map((share) => json(shareLine(share))).join('')
  yield file.lines.map((line) => json(otherLine(line))).join('')
  yield json({ figures: figuresOf(file) })
  yield json({ journal: file.journal, proof: file.proof })
}
