import { readFileSync } from 'node:fs'
import pg from 'pg'
import { kindsAndChartFile } from '../../tools/kinds-and-chart-sql.ts'

const run = async (ownerUrl: string, text: string, values?: string[]) => {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(text, values)
  await owner.end()
}

/**
 * Lets tests use a kind for legs that the product never makes of it, to fill accounts or to try the poster. The databases
 * of tests have this for the kind with which owners pay in.
 */
export const allowAnyLegs = (ownerUrl: string, kind = 'capital.contributed'): Promise<void> =>
  run(ownerUrl, `update journal_kind set debits = '', credits = '', one_wallet = false where name = $1`, [
    kind,
  ])

/** Restores the legs of all kinds as they are in the product. */
export const allowOwnLegs = (ownerUrl: string): Promise<void> =>
  run(ownerUrl, readFileSync(kindsAndChartFile, 'utf8'))
