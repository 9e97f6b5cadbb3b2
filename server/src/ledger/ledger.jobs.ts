import { join } from 'node:path'
import { after } from '../kernel/clock.ts'
import type { Config } from '../kernel/config.ts'
import type { RecurringJobHandler } from '../kernel/jobs.ts'
import type { Gauge } from '../kernel/metrics.ts'
import type { Kernel } from '../kernel/module.ts'
import { pruneDaily } from '../kernel/months.jobs.ts'
import type { Queries } from '../kernel/queries.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { auditGauges, createAuditChain } from './audit-chain.jobs.ts'
import { checkCatalogue } from './catalogue-checks.ts'
import { checkBlockPage } from './block-checks.ts'
import { blockFileName, exportBlocks } from './block-file.ts'
import { compareFile } from './block-file-checks.ts'
import { createBlockSigner } from './block-signer.ts'
import { readBlock, readBlocks } from './blocks.sql.ts'
import { checkBookPage, firstPage, type CheckPosition, type Finding } from './checks.ts'
import { sumNextPostings } from './reports.ts'
import { signingKeyOf } from './signing-key.ts'
import { secondsSince, signingGauges } from './unsigned.sql.ts'

const signEveryMs = 60_000
const checkEveryMs = 24 * 3_600_000
const sumEveryMs = 15 * 60_000
/** A statement takes a part of a second. */
const journalsOfSum = 20_000
const exportPage = 500

type FinishedCheck = { readonly findings: number; readonly finishedAt: Date }
const readLastCheck = (sql: Queries): Promise<FinishedCheck | undefined> =>
  sql.selectFrom('bookCheck').select(['findings', 'finishedAt']).executeTakeFirst()
const readInstalledAt = async (sql: Queries): Promise<Date | null> =>
  (await sql.one<{ at: Date | null }>('select installed_at() as at')).at
const recordCheck = async (sql: Queries, { findings, finishedAt }: FinishedCheck): Promise<void> => {
  await sql.run('select record_book_check($1, $2)', [findings, finishedAt])
}

/** Whether the exported file ends with a block that is not in the ledger. */
const exportState = { differs: false }
const gauges: readonly Gauge[] = [
  {
    name: 'ledger_findings',
    help: 'Findings of the last check of the whole book',
    read: async (sql) => (await readLastCheck(sql))?.findings ?? 0,
  },
  {
    name: 'ledger_check_age_seconds',
    help: 'Age of the last check of the whole book that came to its end; before the first, of the installation',
    read: async (sql, { now, realNow }) => {
      const last = await readLastCheck(sql)
      return last ? secondsSince(last.finishedAt, now) : secondsSince(await readInstalledAt(sql), realNow)
    },
  },
  {
    name: 'ledger_export_differs',
    help: '1 while the exported blocks are not those of the ledger',
    read: async () => (exportState.differs ? 1 : 0),
  },
  ...signingGauges,
  ...auditGauges,
]

/** Progress of a check of the whole book: the next page, then the height of the last checked block. */
type Progress = { readonly page?: CheckPosition; readonly above?: string; readonly found?: number }

type Step = { readonly findings: readonly Finding[]; readonly progress: Progress | null }

const nextStep = async (
  sql: Queries,
  { page, above }: Progress,
  of: { publicKey: string; file: string },
): Promise<Step> => {
  if (above === undefined) {
    const { findings, next } = await checkBookPage(sql, page ?? firstPage)
    const ofCatalogue = page ? [] : await checkCatalogue(sql)
    return {
      findings: [...ofCatalogue, ...findings],
      progress: next ? { page: next } : { above: '0' },
    }
  }
  const blocks = await checkBlockPage(sql, { above: BigInt(above), publicKey: of.publicKey })
  if (blocks.next !== null) return { ...blocks, progress: { above: String(blocks.next) } }
  return { findings: await compareFile(sql, of.file), progress: null }
}

/**
 * Checks one page of the book or of the blocks at a time, so that blocks are signed in between. It starts again
 * a day after the last one.
 */
const createBookCheck =
  (
    { clock, log }: Pick<Kernel, 'clock' | 'log'>,
    of: { publicKey: string; file: string; publish: () => Promise<void> },
  ): RecurringJobHandler =>
  async ({ payload }, { read, write }) => {
    const { found = 0, ...at } = payload as Progress
    // Another copy of the server may have signed the newest blocks; its file is not this one.
    if (at.above !== undefined) await of.publish()
    const { findings, progress } = await read((sql) => nextStep(sql, at, of))
    for (const { check, subject } of findings)
      log.warn('A check of the ledger has a finding', { code: check, entityId: subject })
    const sum = found + findings.length
    if (progress) return { againAt: clock.now(), payload: { ...progress, found: sum } }
    await write(({ sql }) => recordCheck(sql, { findings: sum, finishedAt: clock.now() }))
    return { againAt: after(clock.now(), checkEveryMs), payload: {} }
  }

const forgetZeroReferences = async (sql: Queries): Promise<number> =>
  (await sql.one<{ count: number }>('select forget_zero_references() as count')).count

type LedgerKernel = Pick<Kernel, 'db' | 'signerDb' | 'clock' | 'jobs' | 'log'> & {
  readonly config: Pick<Config, 'DATA_DIR' | 'LEDGER_SIGNING_KEY'>
}

/**
 * Every 60 s, signs what the queue of the ledger has, and appends the new blocks to a file outside the
 * database (money §9). Every 15 minutes, adds the postings of closed hours to the daily totals. Once a day, checks
 * the whole ledger and removes old references that are at zero.
 */
export const ledgerModule = (kernel: LedgerKernel) => {
  const { db, signerDb, clock, config, jobs, log } = kernel
  const file = join(config.DATA_DIR, blockFileName)
  const key = signingKeyOf(config.LEDGER_SIGNING_KEY)
  const blockSigner = createBlockSigner({ db, signerDb, clock, key })
  const inLedgerLane = { lane: 'ledger' } as const
  const blocks = {
    blockAt: (height: bigint) => db.read(wholeInstallation, (sql) => readBlock(sql, height)),
    blocksAbove: (above: bigint) =>
      db.read(wholeInstallation, (sql) => readBlocks(sql, { above, limit: exportPage })),
  }
  const publish = async () => {
    exportState.differs = !(await exportBlocks(file, blocks))
    if (exportState.differs) log.warn('The exported blocks are not those of the ledger', {})
  }
  const auditChain = createAuditChain(kernel, key)
  const sign: RecurringJobHandler = async () => {
    await blockSigner.signNow()
    await publish()
    await auditChain.signNow()
    return { againAt: after(clock.now(), signEveryMs) }
  }
  jobs.recurring('ledger.sign', sign, inLedgerLane)
  jobs.recurring(
    'ledger.check',
    createBookCheck({ clock, log }, { publicKey: key.publicKeyPem, file, publish }),
    inLedgerLane,
  )
  jobs.recurring(
    'ledger.totals',
    async (_job, { write }) => {
      const hasMore = await write(({ sql }) => sumNextPostings(sql, journalsOfSum))
      return { againAt: hasMore ? clock.now() : after(clock.now(), sumEveryMs) }
    },
    inLedgerLane,
  )
  pruneDaily(jobs, 'ledger.references', forgetZeroReferences)
  return { gauges }
}
