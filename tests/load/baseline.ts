import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** What one run of the two-entry script did. */
export type Baseline = { readonly tool: string; readonly perSecond: number }

const clients = 64
const accounts = 10_000

/**
 * The two-entry script: in one transaction a journal, two entries and two balances, each a statement of its own, the
 * accounts in the order of their ids.
 */
const script = `\\set a random(1, ${accounts})
\\set b random(1, ${accounts})
\\set lo least(:a, :b)
\\set hi greatest(:a, :b)
begin;
insert into bench.journal default values returning id as journal \\gset
insert into bench.entry (journal, account, amount) values (:journal, :a, -100), (:journal, :b, 100);
update bench.account set balance = balance + case when id = :a then -100 else 100 end where id = :lo;
update bench.account set balance = balance + case when id = :a then -100 else 100 end where id = :hi;
commit;
`

/** Makes the script's tables in a schema of their own. */
export const prepareBaseline = async (ownerUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(`create schema bench
    create table account (id int primary key, balance bigint not null default 0)
    create table journal (
      id bigint generated always as identity primary key, at timestamptz not null default clock_timestamp())
    create table entry (
      id bigint generated always as identity primary key, journal bigint not null, account int not null,
      amount bigint not null)`)
  await client.query(`insert into bench.account (id) select generate_series(1, ${accounts})`)
  await client.query('vacuum analyze bench.account')
  await client.end()
}

const withPgbench = async (ownerUrl: string, seconds: number): Promise<Baseline> => {
  const dir = mkdtempSync(join(tmpdir(), 'cardamom-pgbench-'))
  writeFileSync(join(dir, 'two-entry.sql'), script)
  const child = spawn(
    'pgbench',
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      '2',
      '-T',
      String(seconds),
      '-f',
      'two-entry.sql',
      ownerUrl,
    ],
    { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await new Promise((ended) => child.once('close', ended))
  rmSync(dir, { recursive: true })
  const perSecond = Number(/tps = ([\d.]+)/.exec(output)?.[1])
  if (!(perSecond > 0)) throw new Error(`pgbench failed: ${output.slice(-500)}`)
  return { tool: 'pgbench', perSecond }
}

const statements = {
  journal: 'insert into bench.journal default values returning id',
  entries: 'insert into bench.entry (journal, account, amount) values ($1, $2, -100), ($1, $3, 100)',
  balance: 'update bench.account set balance = balance + $2 where id = $1',
}

const runOnce = async (client: pg.Client) => {
  const any = () => 1 + Math.floor(Math.random() * accounts)
  const [from, to] = [any(), any()]
  const run = (name: keyof typeof statements, values: unknown[]) =>
    client.query<{ id: bigint }>({ name, text: statements[name], values })
  await client.query('begin')
  const { rows } = await run('journal', [])
  await run('entries', [rows[0]?.id, from, to])
  for (const [id, amount] of [
    [from, -100],
    [to, 100],
  ].toSorted(([a = 0], [b = 0]) => a - b)) {
    await run('balance', [id, amount])
  }
  await client.query('commit')
}

const withConnections = async (ownerUrl: string, seconds: number): Promise<Baseline> => {
  const open = Array.from({ length: clients }, () => new pg.Client({ connectionString: ownerUrl }))
  await Promise.all(open.map((client) => client.connect()))
  const startedAt = performance.now()
  let done = 0
  await Promise.all(
    open.map(async (client) => {
      for (; performance.now() - startedAt < seconds * 1000; done += 1) await runOnce(client)
    }),
  )
  const perSecond = (done * 1000) / (performance.now() - startedAt)
  await Promise.all(open.map((client) => client.end()))
  return { tool: '64 connections of pg', perSecond }
}

/** Runs the two-entry script with 64 clients: with pgbench where it is on the PATH, else over 64 connections of ours. */
export const runBaseline = (ownerUrl: string, seconds: number): Promise<Baseline> =>
  spawnSync('pgbench', ['--version']).status === 0
    ? withPgbench(ownerUrl, seconds)
    : withConnections(ownerUrl, seconds)
