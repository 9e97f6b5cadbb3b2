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
import { allowOwnLegs } from '../support/any-legs.ts'
import { capitalContributed } from '../../server/src/treasury/treasury-postings.ts'

let ledger: TestLedger
let dataDir: string
const seed = randomBytes(32).toString('base64')

beforeAll(async () => {
  ledger = await createTestLedger()
  await allowOwnLegs(ledger.ownerUrl)
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

const runIn = (dir: string, ...args: string[]) => {
  const { DATABASE_URL: _owner, DATABASE_APP_URL: _app, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../server/src/ledger/cli.ts'), ...args],
    { encoding: 'utf8', env: { ...env, DATA_DIR: dir } },
  )
  return { status, stdout, stderr }
}
const run = (...args: string[]) => runIn(dataDir, ...args)

test('trial-balance prints every account with its own sign', () => {
  const { status, stdout } = run('trial-balance')
  expect(status).toBe(0)
  expect(stdout).toMatch(/^A {2}issuer\.allocated +970 {2}USD$/m)
  expect(stdout).toMatch(/^L {2}card\.available +970 {2}USD$/m)
  expect(stdout).toMatch(/^P {2}fx\.units USDC@1 +1000 {2}USDC@1$/m)
  const later = run('trial-balance', '2099-01-01T00:00:00.5+01:00').stdout
  expect(later).toBe(stdout)
})

test.each(['yesterday', '2026-02-30', '2026-13-01T00:00:00Z', '2026-11-20T15:00', ''])(
  'trial-balance refuses %o, which is no instant',
  (text) => {
    const { status, stdout, stderr } = run('trial-balance', text)
    expect({ status, stderr }).toEqual({ status: 2, stderr: '' })
    expect(stdout).toMatch(/ is no day and no instant: .*\n$/)
  },
)

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

test('export writes the book, and import fills the empty book of another installation', async () => {
  const file = join(dataDir, 'book.jsonl')
  const exported = run('export', file)
  expect(exported).toMatchObject({ status: 0, stderr: '' })
  expect(exported.stdout).toMatch(
    /^19 accounts, .*5 journals, 20 legs, 2 wallet lines, .*1 blocks: written to /m,
  )
  expect(exported.stdout).toContain('people, companies, cards, loads and all other rows are not in it')
  expect(run('export', file)).toMatchObject({
    status: 2,
    stderr: `${file} exists already: choose another name.\n`,
  })

  const other = await createTestLedger()
  await allowOwnLegs(other.ownerUrl)
  const otherDir = mkdtempSync(join(tmpdir(), 'ledger-cli-'))
  writeFileSync(
    join(otherDir, 'database.json'),
    JSON.stringify({ ownerUrl: other.ownerUrl, appUrl: other.appUrl }),
  )
  const useSeed = (ledgerSigningKey: string) =>
    writeFileSync(join(otherDir, 'secrets.json'), JSON.stringify({ ledgerSigningKey }))
  try {
    useSeed(randomBytes(32).toString('base64'))
    const underOtherKey = runIn(otherDir, 'import', file)
    expect(underOtherKey.status).toBe(1)
    expect(underOtherKey.stdout).toMatch(/^block {2}1 {2}is not signed by this key/m)
    expect(underOtherKey.stdout).toMatch(/^\d findings: nothing was imported$/m)
    useSeed(seed)
    const imported = runIn(otherDir, 'import', file)
    expect(imported).toMatchObject({ status: 0, stderr: '' })
    expect(imported.stdout).toMatch(/^19 accounts, .*: imported, nothing found$/m)
    expect(imported.stdout).toContain('none is queued: blocks sign all of it')
    expect(runIn(otherDir, 'verify', '--without-file').stdout).toMatch(
      /^5 journals, 20 postings, \d blocks?: nothing found$/m,
    )
    expect(runIn(otherDir, 'import', `${file}x`)).toMatchObject({
      status: 2,
      stderr: `There is no file ${file}x.\n`,
    })
  } finally {
    await other.end()
    rmSync(otherDir, { recursive: true, force: true })
  }
})

test('verify without the exported file or the key ends with 1, unless a flag says that it is meant so', async () => {
  const noKeyDir = mkdtempSync(join(tmpdir(), 'ledger-cli-'))
  writeFileSync(join(noKeyDir, 'database.json'), JSON.stringify({ appUrl: ledger.appUrl }))
  const noFile =
    'This check is not whole: no exported file to compare with: name one, or add --without-file.\n'
  const noKey =
    'This check is not whole: no key to check signatures with: set LEDGER_PUBLIC_KEY, or add --without-key.\n'
  try {
    expect(run('verify')).toMatchObject({ status: 1, stderr: noFile })
    expect(run('verify', '--without-key')).toMatchObject({ status: 1, stderr: noFile })
    expect(runIn(noKeyDir, 'verify')).toMatchObject({ status: 1, stderr: noFile + noKey })
    expect(runIn(noKeyDir, 'verify', '--without-file')).toMatchObject({ status: 1, stderr: noKey })
    const both = runIn(noKeyDir, 'verify', '--without-file', '--without-key')
    expect(both).toMatchObject({ status: 0, stderr: '' })
    expect(both.stdout).toContain('nothing found; signatures not checked: no key')
    for (const args of [['--without'], ['a', 'b']])
      expect(run('verify', ...args)).toMatchObject({
        status: 2,
        stdout: expect.stringContaining('npm run') as string,
      })
  } finally {
    rmSync(noKeyDir, { recursive: true, force: true })
  }
})

test('verify compares the database with the kinds of the product', async () => {
  await ledger.owner.query(`update journal_kind set outside = true where name = 'transfer.made'`)
  const { status, stdout } = run('verify', '--without-file')
  await ledger.owner.query(`update journal_kind set outside = false where name = 'transfer.made'`)
  expect(status).toBe(1)
  expect(stdout).toContain('kind  transfer.made  is another one in the database than in the product')
})

test('verify ends with 0 on a correct book and with 1 after a changed hash', async () => {
  const sound = run('verify', '--without-file')
  expect(sound).toMatchObject({ status: 0, stderr: '' })
  expect(sound.stdout).toMatch(/^5 journals, 20 postings, \d blocks: nothing found$/m)
  await ledger.owner.query('alter table posting disable trigger all')
  await ledger.owner.query(
    `update posting set hash = set_byte(hash, 0, get_byte(hash, 0) # 1) where amount = 970 and balance_after = 970`,
  )
  const { status, stdout } = run('verify', '--without-file')
  expect(status).toBe(1)
  expect(stdout).toContain('chain_unbroken')
})

test('journals are listed by who decided and by facts', async () => {
  const id = ledger.ids.next()
  const detail = {
    actor: ledger.ids.next(),
    reason: 'Start',
    metadata: { ticket: 'T-1', link: 'https://t/?a=1&b=2' },
  }
  const effectiveAt = new Date('2026-11-20T15:00:00Z')
  await ledger.post(capitalContributed({ id, amountCents: 5n, effectiveAt, detail }))
  const line = `2026-11-20T15:00:00.000Z  capital.contributed  capital:${id}  ["${detail.actor}","Start",${JSON.stringify({ link: detail.metadata.link, ticket: 'T-1' })}]`
  expect(run('journals', '--actor', detail.actor).stdout).toContain(line)
  expect(run('journals', 'ticket=T-1').stdout).toContain(line)
  expect(run('journals', `link=${detail.metadata.link}`).stdout).toContain(line)
  expect(run('journals', '--reason', 'sTAR').stdout).toContain(line)
  expect(run('journals', '--reason', 'Start', '--actor', detail.actor, 'ticket=T-1').stdout).toContain(line)
  expect(run('journals', '--reason', 'S_art').stdout).toBe('There is no such journal.\n')
  expect(run('journals', '--actor', detail.actor, 'ticket=T-2').stdout).toBe('There is no such journal.\n')
  for (const args of [[], ['ticket'], ['--actor'], ['--reason', ''], ['='], ['--actor=somebody']])
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
