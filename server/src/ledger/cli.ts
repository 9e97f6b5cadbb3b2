import { openDatabase, type Database } from '../kernel/database.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import type { Queries } from '../kernel/queries.ts'
import { refuseRenamedKeys } from '../kernel/key-check.ts'
import { fromDataFile, installedDatabaseUrl } from '../kernel/installation.ts'
import { checkBlocks, checkBook, type Finding } from './checks.ts'
import { proveJournal } from './proof.ts'
import { readTrialBalance } from './reports.ts'
import { signingKeyOf } from './signing-key.ts'

const usage = `npm run ledger -- verify                 recompute chains, balances, blocks and signatures
npm run ledger -- prove <journal id>     a proof that a journal stands in a signed block
npm run ledger -- trial-balance [date]   balances by account, now or at an instant`

/** The public key for checking signatures: the argument, or the key of the installation's own seed. */
const publicKey = (): string | null => {
  refuseRenamedKeys(process.env)
  const { LEDGER_PUBLIC_KEY, LEDGER_SIGNING_KEY } = process.env
  if (LEDGER_PUBLIC_KEY) return LEDGER_PUBLIC_KEY
  const seed = LEDGER_SIGNING_KEY ?? fromDataFile('secrets.json', 'ledgerSigningKey')
  return seed ? signingKeyOf(seed).publicKeyPem : null
}

const print = (text: string) => process.stdout.write(`${text}\n`)

const verify = async (sql: Queries): Promise<number> => {
  const key = publicKey()
  const findings: Finding[] = [...(await checkBook(sql)), ...(await checkBlocks(sql, key))]
  for (const { check, subject, detail } of findings) print(`${check}  ${subject}  ${detail}`)
  const rowsOf = (table: 'journal' | 'posting' | 'block') =>
    sql.selectFrom(table).select(({ fn }) => fn.countAll<bigint>().as('count'))
  const [journals, postings, blocks] = [rowsOf('journal'), rowsOf('posting'), rowsOf('block')]
  const counts = await sql
    .selectNoFrom([journals.as('journals'), postings.as('postings'), blocks.as('blocks')])
    .executeTakeFirstOrThrow()
  print(
    `${counts.journals} journals, ${counts.postings} postings, ${counts.blocks} blocks: ` +
      `${findings.length === 0 ? 'nothing found' : `${findings.length} findings`}${key ? '' : '; signatures not checked: no key'}`,
  )
  return findings.length === 0 ? 0 : 1
}

const prove = async (sql: Queries, journalId: string | undefined): Promise<number> => {
  const key = publicKey()
  if (!journalId || !key) {
    print(journalId ? 'No public key: set LEDGER_PUBLIC_KEY.' : usage)
    return 2
  }
  const proof = await proveJournal(sql, { journalId, publicKey: key })
  print(proof ? JSON.stringify(proof, null, 2) : 'No such journal, or no block covers it yet.')
  return proof ? 0 : 1
}

const printTrialBalance = async (sql: Queries, at: string | undefined): Promise<number> => {
  const lines = await readTrialBalance(sql, at ? new Date(at) : null)
  const width = Math.max(20, ...lines.map(({ code, asset }) => code.length + (asset?.length ?? 0) + 1))
  for (const { code, asset, currency, class: kind, natural } of lines) {
    print(`${kind}  ${`${code} ${asset ?? ''}`.padEnd(width)}  ${String(natural).padStart(20)}  ${currency}`)
  }
  return 0
}

const run = async (db: Database, [command, argument]: string[]): Promise<number> =>
  db.read(wholeInstallation, async (sql) => {
    if (command === 'verify') return verify(sql)
    if (command === 'prove') return prove(sql, argument)
    if (command === 'trial-balance') return printTrialBalance(sql, argument)
    print(usage)
    return 2
  })

const main = async (): Promise<number> => {
  const db = openDatabase({ url: installedDatabaseUrl(), connections: 1, onIdleError: () => undefined })
  try {
    return await run(db, process.argv.slice(2))
  } finally {
    await db.close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 2
}
