import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Functions of more than 60 lines, by oxlint. `long-functions.json` has those of before the rule, by file; the list can only
 * shrink. A function of a test is a story or a group of tests and has no limit of its own.
 */

const root = join(import.meta.dirname, '..')
const listFile = join(import.meta.dirname, 'long-functions.json')
const mostLines = 60
const ofTests = /\.(?:test|spec)\.tsx?$|test-kit|\/tests\//
const folders = ['contract', 'server', 'web', 'sandbox', 'signer', 'tools']

type Counts = Readonly<Record<string, number>>

/** How many long functions each file may have. */
export const allowedLong = (): Counts => JSON.parse(readFileSync(listFile, 'utf8')) as Counts

/** How many long functions each file of these folders has. */
export const findLong = async (paths: readonly string[] = folders, most = mostLines): Promise<Counts> => {
  const folder = mkdtempSync(join(tmpdir(), 'long-functions-'))
  const config = join(folder, 'oxlint.json')
  const rules = { 'max-lines-per-function': ['error', { max: most }] }
  writeFileSync(config, JSON.stringify({ categories: { correctness: 'off' }, rules }))
  const args = ['-c', config, '--format', 'json', '--ignore-pattern', 'web/dist*', ...paths]
  // It ends with 1 where it has found something.
  const said = await promisify(execFile)(join(root, 'node_modules/.bin/oxlint'), args, {
    cwd: root,
    maxBuffer: 100_000_000,
  }).catch((error: { stdout?: string; message: string }) => {
    if (!error.stdout) throw new Error(error.message)
    return { stdout: error.stdout }
  })
  rmSync(folder, { recursive: true })
  const { diagnostics } = JSON.parse(said.stdout) as { diagnostics: { filename: string }[] }
  const files = diagnostics.map(({ filename }) => filename).filter((path) => !ofTests.test(path))
  const counted = Map.groupBy(files.toSorted(), (path) => path)
  return Object.fromEntries([...counted].map(([path, found]) => [path, found.length]))
}

/** Files with another number than they may have, with both: `web/src/a.ts: 2, allowed 1`. */
export const differences = (found: Counts, allowed: Counts): string[] =>
  [...new Set([...Object.keys(found), ...Object.keys(allowed)])].toSorted().flatMap((path) => {
    const [is, may] = [found[path] ?? 0, allowed[path] ?? 0]
    return is === may ? [] : [`${path}: ${is}, allowed ${may}`]
  })

if (import.meta.main) {
  const [found, allowed] = [await findLong(), allowedLong()]
  // Never more than before.
  const fewer = Object.entries(allowed).flatMap(([path, may]) => {
    const left = Math.min(found[path] ?? 0, may)
    return left > 0 ? [[path, left] as const] : []
  })
  writeFileSync(listFile, `${JSON.stringify(Object.fromEntries(fewer), null, 2)}\n`)
  console.log('tools/long-functions.json is written')
}
