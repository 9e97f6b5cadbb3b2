import pg from 'pg'
import type { PlantedBug } from './world.ts'

/** An adapter that answers a lost credit with another one, under a reference of its own. */
const creditAgain = (): (() => void) => {
  const real = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    try {
      return await real(input, init)
    } catch (error) {
      if (typeof input !== 'string' || !input.endsWith('/credit') || typeof init?.body !== 'string')
        throw error
      const body = JSON.parse(init.body) as { reference: string }
      return real(input, { ...init, body: JSON.stringify({ ...body, reference: `${body.reference}:again` }) })
    }
  }
  return () => {
    globalThis.fetch = real
  }
}

/** A server that keeps no answer under its key. */
const forgetKeys = async (ownerUrl: string): Promise<void> => {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(`create function forget() returns trigger language plpgsql as 'begin return null; end';
    create trigger forget before insert on idempotency for each row execute function forget()`)
  await owner.end()
}

/** Makes the product wrong on purpose, to prove that the checks can fail; gives how to undo it in this process. */
export const plant = async (bug: PlantedBug | null, ownerUrl: string): Promise<() => void> => {
  if (bug === 'credit_again_under_new_reference') return creditAgain()
  if (bug === 'keys_forgotten') await forgetKeys(ownerUrl)
  return () => undefined
}
