import { ofDuties, withUser, type DatabaseRoles, type Duty } from '../../server/src/kernel/database-roles.ts'

/** The addresses of a database as its owner and as each role. */
export type DatabaseUrls = {
  readonly ownerUrl: string
  readonly appUrl: string
  readonly signerUrl: string
  readonly accountsUrl: string
}

const password = 'test'
const userOf = (duty: Duty) => `cardamom_${duty}`

/** The roles of a test's database. */
export const testRoles = (): DatabaseRoles => ofDuties((duty) => ({ user: userOf(duty), password }))
/** The same roles after another start has created them. */
export const existingTestRoles: DatabaseRoles = ofDuties((duty) => ({ user: userOf(duty) }))

export const testRoleUrls = (ownerUrl: string): Omit<DatabaseUrls, 'ownerUrl'> => {
  const urlOf = (duty: Duty) => withUser(ownerUrl, { user: userOf(duty), password })
  return { appUrl: urlOf('app'), signerUrl: urlOf('signer'), accountsUrl: urlOf('accounts') }
}

/** The settings with the addresses of a database. */
export const databaseSettings = (urls: DatabaseUrls) => ({
  DATABASE_URL: urls.ownerUrl,
  DATABASE_APP_URL: urls.appUrl,
  DATABASE_SIGNER_URL: urls.signerUrl,
  DATABASE_ACCOUNTS_URL: urls.accountsUrl,
})
