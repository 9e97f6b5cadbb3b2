import pg from 'pg'
import { copyStatement } from '../support/copy-statement.ts'
import { acceptAnyTime } from '../support/posting-times.ts'
import { testRoleUrls, type DatabaseUrls } from '../support/test-roles.ts'

/** A migrated database for one run, copied from a template on the same server. */
export type SimulationDatabase = DatabaseUrls & {
  readonly drop: () => Promise<void>
}

/** @param adminUrl the owner's connection to the database `cardamom` of the same server */
export const copyTemplate = async (adminUrl: string, name: string): Promise<SimulationDatabase> => {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(copyStatement(name, 'template_cardamom'))
  // Every statement runs a few times on a few rows: planning for each value would cost more than the
  // execution.
  await admin.query(`alter database ${name} set plan_cache_mode = force_generic_plan`)
  const ownerUrl = adminUrl.replace(/\/cardamom$/, `/${name}`)
  await acceptAnyTime(ownerUrl)
  return {
    ownerUrl,
    ...testRoleUrls(ownerUrl),
    drop: async () => {
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}
