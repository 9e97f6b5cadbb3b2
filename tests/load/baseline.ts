import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/**
 * How the script's statements are sent: as text, which is pgbench's default, or prepared once per connection.
 */
export type Mode = 'simple' | 'prepared'
/** The result of one run of the two-entry script. */
export type Baseline = { readonly tool: string; readonly perSecond: number }
type BaselineRun = {
  readonly ownerUrl: string
  readonly seconds: number
  readonly mode: Mode
  /** Every run of the script changes account 1. */
  readonly isHot?: boolean
}

const clients = 64
const accounts = 10_000

/**
 * The two-entry script: one transaction with a journal, two entries and two balances. Each is a statement of
 * its own, and the accounts are in the order of their ids.
 */
const scriptOf = (isHot: boolean) => `\\set a ${isHot ? '1' : `random(1, ${accounts})`}
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

/** Creates the script's tables in a separate schema. */
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

const withPgbench = async ({ ownerUrl, seconds, mode, isHot = false }: BaselineRun): Promise<Baseline> => {
  const dir = mkdtempSync(join(tmpdir(), 'cardamom-pgbench-'))
  writeFileSync(join(dir, 'two-entry.sql'), scriptOf(isHot))
  const args = ['-n', '-M', mode, '-c', String(clients), '-j', '2', '-T', String(seconds)]
  const child = spawn('pgbench', [...args, '-f', 'two-entry.sql', ownerUrl], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
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
  begin: 'begin',
  journal: 'insert into bench.journal default values returning id',
  entries: 'insert into bench.entry (journal, account, amount) values ($1, $2, -100), ($1, $3, 100)',
  balance: 'update bench.account set balance = balance + $2 where id = $1',
  commit: 'commit',
}
type Statement = keyof typeof statements

const runOnce = async (client: pg.Client, { mode, isHot = false }: Pick<BaselineRun, 'mode' | 'isHot'>) => {
  const any = () => 1 + Math.floor(Math.random() * accounts)
  const [from, to] = [isHot ? 1 : any(), any()]
  const run = (name: Statement, ...values: (number | bigint)[]) => {
    const text = statements[name]
    return mode === 'prepared'
      ? client.query<{ id: bigint }>({ name, text, values })
      : client.query<{ id: bigint }>(
          text.replaceAll(/\$(\d)/g, (_, index) => String(values[Number(index) - 1])),
        )
  }
  await run('begin')
  const { rows } = await run('journal')
  await run('entries', rows[0]?.id ?? 0, from, to)
  const changes = [
    { id: from, amount: -100 },
    { id: to, amount: 100 },
  ].toSorted((left, right) => left.id - right.id)
  for (const { id, amount } of changes) await run('balance', id, amount)
  await run('commit')
}

const withConnections = async ({ ownerUrl, seconds, ...how }: BaselineRun): Promise<Baseline> => {
  const open = Array.from({ length: clients }, () => new pg.Client({ connectionString: ownerUrl }))
  await Promise.all(open.map((client) => client.connect()))
  const startedAt = performance.now()
  let done = 0
  await Promise.all(
    open.map(async (client) => {
      for (; performance.now() - startedAt < seconds * 1000; done += 1) await runOnce(client, how)
    }),
  )
  const perSecond = (done * 1000) / (performance.now() - startedAt)
  await Promise.all(open.map((client) => client.end()))
  return { tool: '64 connections of pg', perSecond }
}

/** Runs the two-entry script with 64 clients: with pgbench where it is on the PATH, else over 64 connections of ours. */
export const runBaseline = (run: BaselineRun): Promise<Baseline> =>
  spawnSync('pgbench', ['--version']).status === 0 ? withPgbench(run) : withConnections(run)
