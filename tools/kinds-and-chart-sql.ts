import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chart, traitsOf, type ChartAccount } from '../server/src/ledger/chart.ts'
import { legsOfKind, listedCodes } from '../server/src/ledger/kind-legs.ts'
import { keyPattern, kinds, type PostingKind } from '../server/src/ledger/kinds.ts'

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

const kindRow = (each: PostingKind): string => {
  const { kind, outside, namesBreak, later, reversible, module } = each
  const { debits, credits, oneWallet } = legsOfKind(kind)
  const facts = [outside, namesBreak, !later, reversible, quoted(module)]
  const legs = [quoted(listedCodes(debits)), quoted(listedCodes(credits)), oneWallet]
  return `  (${[quoted(kind), quoted(keyPattern(each)), ...facts].join(', ')},\n    ${legs.join(',\n    ')})`
}

const lineRow = (line: ChartAccount): string => {
  const texts = [line.code, line.currency, line.class, line.side, `{${line.owners.join(',')}}`].map(quoted)
  return `  (${[...texts, line.floor ?? 'null', line.hasRefs, line.passable, traitsOf(line)].join(', ')})`
}

/** The statements that make the database's kinds and chart equal to the code's. */
export const renderKindsAndChart = (): string =>
  [
    '-- Written by `node tools/kinds-and-chart-sql.ts`: change kinds.ts or chart.ts, not this file.',
    '-- A start applies this file when it differs from the one applied last.',
    'delete from journal_kind;',
    'insert into journal_kind (name, key_pattern, outside, names_break, built, reversible, module, debits, credits, one_wallet) values',
    `${kinds.map(kindRow).join(',\n')};`,
    'delete from chart_line;',
    'insert into chart_line (code, currency_kind, class, side, owner_kinds, floor, by_ref, passable, traits) values',
    `${chart.map(lineRow).join(',\n')};`,
    '',
  ].join('\n')

/** The path of the statements. */
export const kindsAndChartFile = join(
  import.meta.dirname,
  '../server/src/ledger/migrations/kinds-and-chart.sql',
)

if (import.meta.main) {
  writeFileSync(kindsAndChartFile, renderKindsAndChart())
  console.log('server/src/ledger/migrations/kinds-and-chart.sql is written')
}
