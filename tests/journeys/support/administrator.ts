import type { Page } from '@playwright/test'
import { addAuthenticator } from './authenticator.ts'
import { bringAxe } from './browser-checks.ts'
import { addPasskey } from './factor-calls.ts'
import { desk, type BrowserOptions, type Visitor } from './journey.ts'
import { setRole } from './owner-database.ts'
import { signedInPerson, type Person } from './people.ts'

/** An administrator of a role with a passkey, on a page of their own. */
export const administratorOf = async (
  openPage: (options: BrowserOptions) => Promise<Visitor>,
  { roleId, company, ...options }: BrowserOptions & { roleId: number },
): Promise<Page> =>
  (
    await administratorWithMail(openPage, {
      roleId,
      ...(company === undefined ? {} : { company }),
      ...options,
    })
  ).page

/** The same, with the person for whom mails are read. */
export const administratorWithMail = async (
  openPage: (options: BrowserOptions) => Promise<Visitor>,
  { roleId, company, ...options }: BrowserOptions & { roleId: number },
): Promise<{ page: Page; person: Person; problems: Visitor['problems'] }> => {
  const person = await signedInPerson(company === undefined ? {} : { company })
  const own = company === undefined ? {} : { company }
  const passkey = await addPasskey(person)
  await setRole(person.email, roleId)
  const { page, context, problems } = await openPage({ person, viewport: desk, ...own, ...options })
  problems.expect(/status of (?:403|404|409|422)|ERR_FAILED/)
  await bringAxe(context)
  await addAuthenticator(page, 'internal', { passkey })
  return { page, person, problems }
}
