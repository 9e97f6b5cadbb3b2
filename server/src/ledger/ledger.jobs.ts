import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/module.ts'
import { blockBytes, type SignedBlock } from './block.ts'
import { checkBook } from './checks.ts'
import { createSealer } from './sealer.ts'
import { sealKeyOf } from './seal-key.ts'

const sealEveryMs = 60_000
const checkEveryMs = 24 * 3_600_000

/** Findings of the last check of the whole book; 0 is how it must be. Read by /metrics. */
export const findingsSeen = { count: 0 }

/** Seals the book every 60 s and keeps each signed block in a file beside the database as well (money §1); checks all of it once a day. */
export const ledgerModule = (kernel: Kernel): void => {
  const { db, clock, config, jobs, log } = kernel
  const file = join(config.DATA_DIR, 'ledger-blocks.jsonl')
  const publish = (block: SignedBlock) =>
    appendFile(
      file,
      `${JSON.stringify({ block: blockBytes(block).toString(), signature: block.signature.toString('hex') })}\n`,
    )
  const sealer = createSealer({ db, clock, key: sealKeyOf(config.LEDGER_SEAL_KEY), publish })
  jobs.keep('ledger.seal', async () => {
    await sealer.sealNow()
    return { againAt: after(clock.now(), sealEveryMs) }
  })
  jobs.keep('ledger.check', async (_job, { read }) => {
    const findings = await read(checkBook)
    for (const { check, subject } of findings)
      log.warn('The book has a finding', { code: check, entityId: subject })
    findingsSeen.count = findings.length
    return { againAt: after(clock.now(), checkEveryMs) }
  })
}
