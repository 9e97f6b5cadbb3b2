import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { claimData } from './start/single-start.ts'

const dataDir = resolve(process.env['DATA_DIR'] ?? '.data')

/** The database's files may lie in /var/tmp when its user cannot enter the data folder; the start noted where. */
const outsideDir = (): string | null => {
  const note = join(dataDir, 'database-dir')
  return existsSync(note) ? dirname(readFileSync(note, 'utf8')) : null
}

if (!existsSync(dataDir)) {
  process.stdout.write(`There is nothing to remove: ${dataDir} does not exist.\n`)
} else {
  const release = claimData(dataDir)
  release()
  const question = `Remove all data in ${dataDir}, for ever? Type yes: `
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = process.argv.includes('--yes') ? 'yes' : await terminal.question(question)
  terminal.close()
  if (answer.trim().toLowerCase() === 'yes') {
    const outside = outsideDir()
    if (outside?.startsWith('/var/tmp/cardamom-data-')) rmSync(outside, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
    process.stdout.write('Removed.\n')
  } else {
    process.stdout.write('Nothing was removed.\n')
  }
}
