import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** `npm run load -- <name>`: runs tests/load/<name>.ts and prints its result as one last line of JSON. The exit code is 1
 * when its checks have found anything. */
const name = process.argv[2] ?? ''
const file = join(import.meta.dirname, `${name}.ts`)
const own = new Set([
  'main',
  'baseline',
  'poster-load',
  'slow-phone',
  'transfer-world',
  'callers',
  'caller-process',
  'lists-caller',
  'lists-files',
  'lists-frames',
  'lists-reads',
  'lists-seed',
  'measured-product',
  'processor-time',
  'shard-book',
  'shard-checks',
  'shard-courier',
  'shard-delivery',
  'shard-faults',
  'shard-load',
  'shard-transfers',
])

if (!/^[a-z-]+$/.test(name) || own.has(name) || !existsSync(file)) {
  const names = readdirSync(import.meta.dirname)
    .filter((each) => each.endsWith('.ts'))
    .map((each) => each.replace(/\.ts$/, ''))
    .filter((each) => !own.has(each))
  process.stderr.write(`npm run load -- <name>, one of: ${names.join(', ')}\n`)
  process.exitCode = 2
} else {
  const { run } = (await import(file)) as { run: () => Promise<object> }
  const result = await run()
  process.stdout.write(`${JSON.stringify(result)}\n`)
  const { violations = 0, findings = 0 } = result as { violations?: number; findings?: number }
  // A rate of a book that is wrong is no rate.
  if (violations > 0 || findings > 0) process.exitCode = 1
}
