import { join } from 'node:path'
import { checkAuditArchives } from '../audit/archive-checks.ts'
import type { AuditFinding } from '../audit/chain-block.ts'
import { checkAuditBlocks, checkAuditRows, checkStrayLeaves } from '../audit/chain-checks.ts'
import { auditFileName, compareAuditFile, exportAuditBlocks } from '../audit/chain-file.ts'
import { createAuditSigner } from '../audit/chain-signer.ts'
import { readLastAuditBlock, readUnchainedFigures } from '../audit/chain.sql.ts'
import { after } from '../kernel/clock.ts'
import type { Config } from '../kernel/config.ts'
import type { RecurringJobHandler } from '../kernel/jobs.ts'
import type { Gauge } from '../kernel/metrics.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { readLastBlock } from './blocks.sql.ts'
import { rootOf } from './merkle.ts'
import { isSignedBy, type SigningKey } from './signing-key.ts'
import { secondsSince } from './unsigned.sql.ts'

const checkEveryMs = 24 * 3_600_000

/** What this process saw of the audit; it signs and checks in one process at a time. */
const seen = { findings: 0, fileDiffers: false }

export const auditGauges: readonly Gauge[] = [
  {
    name: 'audit_unchained',
    help: 'Rows of the audit that no signed block covers yet; it counts up to 100,000',
    read: async (sql, { now }) => (await readUnchainedFigures(sql, now)).count,
  },
  {
    name: 'audit_unchained_seconds',
    help: 'Age of the oldest of them; 0 when all are signed',
    read: async (sql, { now }) => secondsSince((await readUnchainedFigures(sql, now)).oldestAt, now),
  },
  {
    name: 'audit_block_age_seconds',
    help: 'Age of the last signed block of the audit; without a new row there is no new block',
    read: async (sql, { now }) => secondsSince((await readLastAuditBlock(sql))?.signedAt, now),
  },
  {
    name: 'audit_findings',
    help: 'Findings of the last check of the whole audit by this copy of the server',
    read: async () => seen.findings,
  },
  {
    name: 'audit_export_differs',
    help: '1 while the exported blocks are not those of the audit',
    read: async () => (seen.fileDiffers ? 1 : 0),
  },
]

/** Progress of a check of the whole audit: the last checked block, then the last checked row. */
type Progress = { readonly above?: string; readonly from?: string | null; readonly found?: number }

type AuditChainKernel = Pick<Kernel, 'db' | 'signerDb' | 'clock' | 'log' | 'jobs'> & {
  readonly config: Pick<Config, 'DATA_DIR'>
}

/**
 * Signs the rows of the audit right after the ledger's block, whose hash the audit's block names, and checks the whole
 * audit once a day, one page at a time.
 */
export const createAuditChain = (kernel: AuditChainKernel, key: SigningKey) => {
  const { db, clock, log, config, jobs } = kernel
  const signer = createAuditSigner({ ...kernel, key, rootOf })
  const file = join(config.DATA_DIR, auditFileName)
  const isSigned = (bytes: Uint8Array, signature: Uint8Array) =>
    isSignedBy(key.publicKeyPem, bytes, signature)
  const read = <T>(use: (sql: Queries) => Promise<T>) => db.read(wholeInstallation, use)
  const publish = async () => {
    seen.fileDiffers = !(await exportAuditBlocks(file, read))
    if (seen.fileDiffers) log.warn('The exported blocks are not those of the audit', {})
  }
  const nextStep = async (
    sql: Queries,
    { above = '0', from }: Progress,
  ): Promise<{ findings: AuditFinding[]; progress: Progress | null }> => {
    if (from === undefined) {
      const { findings, next } = await checkAuditBlocks(sql, { above: BigInt(above), rootOf, isSigned })
      if (next !== null) return { findings, progress: { above: String(next) } }
      const archives = await checkAuditArchives(sql, { isSigned })
      return { findings: [...(await checkStrayLeaves(sql)), ...archives], progress: { from: null } }
    }
    const { findings, next } = await checkAuditRows(sql, { from, realNow: clock.realNow() })
    if (next !== null) return { findings, progress: { from: next } }
    return { findings: [...findings, ...(await compareAuditFile(sql, file))], progress: null }
  }
  const check: RecurringJobHandler = async ({ payload }) => {
    const { found = 0, ...at } = payload as Progress
    // Another copy of the server may have signed the newest blocks; its file is not this one.
    await publish()
    const { findings, progress } = await read((sql) => nextStep(sql, at))
    for (const { check: code, subject } of findings)
      log.warn('A check of the audit has a finding', { code, entityId: subject })
    const sum = found + findings.length
    if (progress) return { againAt: clock.now(), payload: { ...progress, found: sum } }
    seen.findings = sum
    return { againAt: after(clock.now(), checkEveryMs), payload: {} }
  }
  jobs.recurring('ledger.audit_check', check, { lane: 'ledger' })
  return {
    signNow: async () => {
      const block = await read(readLastBlock)
      await signer.signNow(block && `${block.height} ${block.hash.toString('hex')}`)
      await publish()
    },
  }
}
