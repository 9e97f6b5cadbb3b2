import type { OpenBrowser, Visitor } from './journey.ts'
import { addAuthenticator } from './authenticator.ts'
import { addPasskey } from './factors.ts'
import { makeAdministrator } from './owner-database.ts'
import { signedInPerson } from './people.ts'
import type { Person } from './people.ts'

/** An administrator with all permissions, who has just added a passkey. */
export const openAdministrator = async (
  openPage: OpenBrowser,
  options: Parameters<OpenBrowser>[0] = {},
): Promise<Visitor & { person: Person }> => {
  const person = await signedInPerson()
  const visitor = await openPage({ ...options, person })
  await addAuthenticator(visitor.page)
  await addPasskey(visitor.page)
  // An open page would read the new role, and be refused while the session before is cached.
  await visitor.page.goto('about:blank')
  await makeAdministrator(person.email)
  return { ...visitor, person }
}
