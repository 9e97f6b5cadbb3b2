import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { exportBook } from '../../server/src/ledger/book-export.ts'
import { importBook } from '../../server/src/ledger/book-import.ts'
import { createTestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { signingKeyOf } from '../../server/src/ledger/signing-key.ts'
import { createLedgerWorld } from '../../server/src/treasury/ledger-world.test-kit.ts'
import { makeDataDir } from '../support/data-dir.ts'
import { anyStep } from './any-step.test-kit.ts'
import { asOwner, rowsOf, signNow } from './varied-book.test-kit.ts'

const key = signingKeyOf(randomBytes(32).toString('base64'))
const folder = makeDataDir('any-exported-book')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('any book is the same after export and import', async () => {
  const programme = fc.array(fc.oneof({ weight: 9, arbitrary: anyStep }, fc.constant('sign' as const)), {
    maxLength: 40,
  })
  let run = 0
  await fc.assert(
    fc.asyncProperty(programme, async (steps) => {
      const file = join(folder, `${(run += 1)}.jsonl`)
      const [source, target] = [await createTestLedger(), await createTestLedger()]
      try {
        const world = createLedgerWorld(source)
        for (const step of steps) await (step === 'sign' ? signNow(source, key) : world.step(step))
        const counts = await exportBook(source.db, { file, at: source.clock.realNow() })
        const imported = await asOwner(target, (db) =>
          importBook(db, { file, publicKey: key.publicKeyPem, exportedBlocks: null }),
        )
        expect(imported).toEqual({ counts, findings: [] })
        expect(await rowsOf(target)).toEqual(await rowsOf(source))
      } finally {
        await source.end()
        await target.end()
      }
    }),
    { numRuns: 8 },
  )
}, 120_000)
