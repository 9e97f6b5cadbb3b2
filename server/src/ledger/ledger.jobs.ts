import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after } from '../kernel/clock.ts'
import type { RecurringJobHandler } from '../kernel/jobs.ts'
import type { Gauge } from '../kernel/metrics.ts'
import type { Kernel } from '../kernel/module.ts'
import { blockBytes, type SignedBlock } from './block.ts'
import { checkNames, runCheck } from './checks.ts'
import { createBlockSigner } from './block-signer.ts'
import { signingKeyOf } from './signing-key.ts'

const signEveryMs = 60_000
const checkEveryMs = 24 * 3_600_000

/** Number of findings of the last check of the whole book; it must be 0. */
const findingsSeen = { count: 0 }
const findingsGauge: Gauge = {
  name: 'ledger_findings',
  help: 'Findings of the last check of the whole book',
  read: async () => findingsSeen.count,
}

/** Progress of a check of the whole book. */
type Progress = { readonly next?: number; readonly found?: number }

/**
 * Runs one check at a time, so that blocks are signed between checks. It starts again a day after the last
 * one.
 */
const createBookCheck =
  ({ clock, log }: Pick<Kernel, 'clock' | 'log'>): RecurringJobHandler =>
  async ({ payload }, { read }) => {
    const { next = 0, found = 0 } = payload as Progress
    const check = checkNames[next]
    const findings = check === undefined ? [] : await read((sql) => runCheck(sql, check))
    for (const { subject } of findings)
      log.warn('A check of the ledger has a finding', { code: check, entityId: subject })
    const progress = { next: next + 1, found: found + findings.length }
    if (progress.next < checkNames.length) return { againAt: clock.now(), payload: progress }
    findingsSeen.count = progress.found
    return { againAt: after(clock.now(), checkEveryMs), payload: {} }
  }

/**
 * Every 60 s, signs blocks of the ledger and stores each also in a file outside the database (money §1). Once
 * a day, checks the whole ledger.
 */
export const ledgerModule = (kernel: Kernel) => {
  const { db, clock, config, jobs, log } = kernel
  const file = join(config.DATA_DIR, 'ledger-blocks.jsonl')
  const publish = (block: SignedBlock) =>
    appendFile(
      file,
      `${JSON.stringify({ block: blockBytes(block).toString(), signature: block.signature.toString('hex') })}\n`,
    )
  const blockSigner = createBlockSigner({ db, clock, key: signingKeyOf(config.LEDGER_SIGNING_KEY), publish })
  const inLedgerLane = { lane: 'ledger' } as const
  const sign: RecurringJobHandler = async () => {
    await blockSigner.signNow()
    return { againAt: after(clock.now(), signEveryMs) }
  }
  jobs.recurring('ledger.sign', sign, inLedgerLane)
  jobs.recurring('ledger.check', createBookCheck({ clock, log }), inLedgerLane)
  return { gauges: [findingsGauge] }
}
