import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postOneLoad } from '../../server/src/treasury/one-load.test-kit.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { createBlockSigner } from '../../server/src/ledger/block-signer.ts'
import { signingKeyOf } from '../../server/src/ledger/signing-key.ts'
import { capitalContributed } from '../../server/src/treasury/treasury-postings.ts'

let ledger: TestLedger
let dataDir: string
const seed = randomBytes(32).toString('base64')

beforeAll(async () => {
  ledger = await createTestLedger()
  dataDir = mkdtempSync(join(tmpdir(), 'ledger-cli-'))
  writeFileSync(join(dataDir, 'database.json'), JSON.stringify({ appUrl: ledger.appUrl }))
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ ledgerSigningKey: seed }))
  await postOneLoad(ledger)
  await createBlockSigner({
    db: ledger.db,
    signerDb: ledger.signerDb,
    clock: ledger.clock,
    key: signingKeyOf(seed),
  }).signNow()
})
afterAll(async () => {
  await ledger.end()
  rmSync(dataDir, { recursive: true, force: true })
})

const run = (...args: string[]) => {
  const { DATABASE_URL: _owner, DATABASE_APP_URL: _app, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../server/src/ledger/cli.ts'), ...args],
    { encoding: 'utf8', env: { ...env, DATA_DIR: dataDir } },
  )
  return { status, stdout, stderr }
}

test('trial-balance prints every account with its own sign', () => {
  const { status, stdout } = run('trial-balance')
  expect(status).toBe(0)
  expect(stdout).toMatch(/^A {2}issuer\.allocated +970 {2}USD$/m)
  expect(stdout).toMatch(/^L {2}card\.available +970 {2}USD$/m)
  expect(stdout).toMatch(/^P {2}fx\.units USDC@1 +1000 {2}USDC@1$/m)
})

test('prove prints a proof that holds without the database', async () => {
  const { rows } = await ledger.owner.query<{ id: string }>(
    `select id from journal where kind = 'load.credited'`,
  )
  const { status, stdout } = run('prove', rows[0]?.id ?? '')
  expect(status).toBe(0)
  writeFileSync(join(dataDir, 'key.pem'), signingKeyOf(seed).publicKeyPem)
  writeFileSync(join(dataDir, 'proofs.jsonl'), stdout)
  const verifier = join(import.meta.dirname, '../../tools/verify-proof.mjs')
  const values = ['--key', join(dataDir, 'key.pem'), join(dataDir, 'proofs.jsonl')]
  const verified = spawnSync(process.execPath, [verifier, ...values], { encoding: 'utf8' })
  expect(verified).toMatchObject({ status: 0, stderr: '' })
  expect(verified.stdout).toMatch(
    /^valid {2}entry \d+ of block 1, signed .*: journal .* load\.credited, key load:/,
  )
  expect(run('prove', ledger.ids.next()).status).toBe(1)
})

test('verify ends with 0 on a correct book and with 1 after a changed hash', async () => {
  const sound = run('verify')
  expect(sound).toMatchObject({ status: 0, stderr: '' })
  expect(sound.stdout).toMatch(/^5 journals, 20 postings, \d blocks: nothing found$/m)
  await ledger.owner.query('alter table posting disable trigger all')
  await ledger.owner.query(
    `update posting set hash = set_byte(hash, 0, get_byte(hash, 0) # 1) where amount = 970 and balance_after = 970`,
  )
  const { status, stdout } = run('verify')
  expect(status).toBe(1)
  expect(stdout).toContain('chain_unbroken')
})

test('journals are listed by who decided and by facts', async () => {
  const id = ledger.ids.next()
  const detail = { actor: ledger.ids.next(), reason: 'Start', metadata: { ticket: 'T-1' } }
  const effectiveAt = new Date('2026-11-20T15:00:00Z')
  await ledger.post(capitalContributed({ id, amountCents: 5n, effectiveAt, detail }))
  const line = `2026-11-20T15:00:00.000Z  capital.contributed  capital:${id}  ["${detail.actor}","Start",{"ticket":"T-1"}]`
  expect(run('journals', '--actor', detail.actor).stdout).toContain(line)
  expect(run('journals', 'ticket=T-1').stdout).toContain(line)
  expect(run('journals', '--actor', detail.actor, 'ticket=T-2').stdout).toBe('There is no such journal.\n')
  for (const args of [[], ['ticket'], ['--actor'], ['=']])
    expect(run('journals', ...args)).toMatchObject({
      status: 2,
      stdout: expect.stringContaining('npm run') as string,
    })
})

test('prints its commands, and missing settings', () => {
  expect(run().stdout).toContain('npm run ledger')
  rmSync(join(dataDir, 'database.json'))
  expect(run('verify')).toMatchObject({ status: 2, stderr: expect.stringContaining('No database') as string })
})
