import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { createClock } from '../../server/src/kernel/clock.ts'
import { openDatabase, type Database } from '../../server/src/kernel/database.ts'
import { createIds } from '../../server/src/kernel/ids.ts'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { createOutbox } from '../../server/src/kernel/outbox.ts'
import { startEmbeddedPostgres } from '../../server/src/kernel/postgres.ts'
import { createBlockSigner } from '../../server/src/ledger/block-signer.ts'
import { createPoster } from '../../server/src/ledger/poster.ts'
import { signingKeyOf } from '../../server/src/ledger/signing-key.ts'
import { makeDataDir } from '../support/data-dir.ts'
import { freePort } from '../support/shared-postgres.ts'
import { testRoles, testRoleUrls } from '../support/test-roles.ts'
import { findTrialKind, openingJournal, trialKinds, type Owner } from './shard-transfers.ts'

export const clock = createClock()
export const ids = createIds(() => clock.realNow().getTime())

const open = (url: string, connections: number): Database =>
  openDatabase({ url, connections, kind: 'work', onIdleError: () => undefined })

/** A poster that writes the kinds of the trial, on the database of a shard. */
export const openPoster = (appUrl: string) => {
  const db = open(appUrl, 8)
  const { expand: expandEvents } = createOutbox({ ids, clock })
  return { db, poster: createPoster({ pool: db.pool, ids, clock, expandEvents, findKind: findTrialKind }) }
}

/** One database server with a ledger, a poster, a chain of blocks and a signing key of its own. */
export const openShard = async () => {
  const id = ids.next()
  const dir = makeDataDir('shard')
  const port = await freePort()
  let postgres = await startEmbeddedPostgres({ dir, port })
  const { ownerUrl } = postgres
  const { appUrl, signerUrl } = testRoleUrls(ownerUrl)
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const each of closing) await each()
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    const sourceDir = join(import.meta.dirname, '../../server/src')
    await migrate({ ownerUrl, sourceDir, roles: testRoles() })
    const owner = new pg.Client({ connectionString: ownerUrl })
    await owner.connect()
    await owner.query(
      `update journal_kind set built = true, debits = '', credits = '', one_wallet = false where name = any ($1)`,
      [[...trialKinds]],
    )
    await owner.end()
    const { db, poster } = openPoster(appUrl)
    const signerDb = open(signerUrl, 2)
    closing.push(poster.close, db.close, signerDb.close)
    const key = signingKeyOf(randomBytes(32).toString('base64'))
    return {
      id,
      ownerUrl,
      appUrl,
      db,
      poster,
      publicKey: key.publicKeyPem,
      signer: createBlockSigner({ db, signerDb, clock, key }),
      owners: [] as Owner[],
      pid: () => String(postgres.pid),
      stopDatabase: () => postgres.stop(),
      startDatabase: async () => {
        postgres = await startEmbeddedPostgres({ dir, port })
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
export type Shard = Awaited<ReturnType<typeof openShard>>

/** Opens a wallet for each owner of the shard. */
export const fillWallets = async ({ owners, poster }: Shard, cents: bigint): Promise<void> => {
  const effectiveAt = clock.now()
  const outcomes = await Promise.all(
    owners.map((owner) => poster.apply({ journals: [openingJournal(owner, { cents, effectiveAt })] })),
  )
  const other = outcomes.find(({ outcome }) => outcome !== 'posted')
  if (other) throw new Error(`A wallet was not opened: ${other.outcome}`)
}
