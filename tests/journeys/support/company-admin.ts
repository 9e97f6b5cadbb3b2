import type { OpenBrowser, Visitor } from './journey.ts'
import { addAuthenticator } from './authenticator.ts'
import { addPasskey } from './factor-calls.ts'
import { makeAdministrator } from './owner-database.ts'
import { signedInPerson } from './people.ts'
import type { Person } from './people.ts'

/** An administrator with all permissions, who has just added a passkey. */
export const openAdministrator = async (
  openPage: OpenBrowser,
  options: Parameters<OpenBrowser>[0] = {},
): Promise<Visitor & { person: Person }> => {
  const person = await signedInPerson()
  const passkey = await addPasskey(person)
  await makeAdministrator(person.email)
  const visitor = await openPage({ ...options, person })
  await addAuthenticator(visitor.page, 'internal', { passkey })
  return { ...visitor, person }
}
