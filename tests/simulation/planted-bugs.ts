import pg from 'pg'
import type { PlantedBug } from './world.ts'

/** An adapter that repeats a credit with a lost answer without a read-back of the first one. */
const creditAgain = (): (() => void) => {
  const real = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    try {
      return await real(input, init)
    } catch (error) {
      if (typeof input !== 'string' || !input.endsWith('/credit') || typeof init?.body !== 'string')
        throw error
      return real(input, init)
    }
  }
  return () => {
    globalThis.fetch = real
  }
}

const asOwner = async (ownerUrl: string, statements: string): Promise<void> => {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(statements)
  await owner.end()
}

/** A server that sends the next credit of a card before the row of the previous one was bound. */
const dropLease = (ownerUrl: string): Promise<void> =>
  asOwner(ownerUrl, 'drop index issuer_transfer_has_card')

/** A server that stores no answer under its key. */
const forgetKeys = (ownerUrl: string): Promise<void> =>
  asOwner(
    ownerUrl,
    `create function forget() returns trigger language plpgsql as 'begin return null; end';
    create trigger forget before insert on idempotency for each row execute function forget()`,
  )

/** Plants a bug in the product, to prove that the checks can fail; returns the function that removes it. */
export const plant = async (bug: PlantedBug | null, ownerUrl: string): Promise<() => void> => {
  if (bug === 'credit_again_without_reading') return creditAgain()
  if (bug === 'late_row_for_the_next_load') await dropLease(ownerUrl)
  if (bug === 'keys_forgotten') await forgetKeys(ownerUrl)
  return () => undefined
}
