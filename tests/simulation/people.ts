import { houseId } from '../../server/src/companies/company.ts'
import { insertCompany } from '../../server/src/companies/companies.sql.ts'
import { newSecret } from '../../server/src/access/secrets.ts'
import { insertSession } from '../../server/src/access/sessions.sql.ts'
import { encryptPrivate } from '../../server/src/identity/private-fields.ts'
import { noReferrer } from '../../server/src/identity/user.ts'
import { insertUser } from '../../server/src/identity/users.sql.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { approvePerson } from '../support/verified-case.ts'
import { createTestBrowser, type TestBrowser } from '../support/test-browser.ts'
import type { World } from './world.ts'

type SessionWorld = Pick<World, 'product' | 'pass' | 'rows'>

/** A person of the run: verified, with a card, and signed in for every operation. */
export type Person = {
  readonly userId: string
  /** It changes when the person moves. */
  companyId: string
  readonly cardId: string
  readonly issuerCardId: string
}

export const sessionCookie = '__Host-cardamom-4000'

/** A session as a login creates it, without the slow password hash. */
export const openSession = async (
  world: SessionWorld,
  person: Pick<Person, 'userId' | 'companyId'>,
): Promise<{ token: string; cookie: string }> => {
  const { db, ids, clock } = world.product().kernel
  const [token, cookie] = [newSecret(ids), newSecret(ids)]
  const { userId, companyId } = person
  const session = { id: ids.next(), userId, companyId, token, cookie, address: '10.0.0.1', device: 'run' }
  await db.write(allTenants, (sql) => insertSession(sql, { ...session, at: clock.realNow() }))
  return { token, cookie }
}

/** A browser with a signed-in person. */
export const signIn = async (
  world: SessionWorld,
  person: Pick<Person, 'userId' | 'companyId'>,
): Promise<TestBrowser> => {
  const { token, cookie } = await openSession(world, person)
  const browser = createTestBrowser(world.product().kernel.app)
  browser.cookies.set(sessionCookie, cookie)
  browser.setToken(token)
  return browser
}

export const insertPerson = async (
  world: SessionWorld,
  { companyId, email, roleId = 2 }: { companyId: string; email: string; roleId?: number },
): Promise<string> => {
  const { ids, clock, db, encryption } = world.product().kernel
  const id = ids.next()
  const fields = { birthDate: '1990-04-12', mobile: '+51999000111', street: 'Av. Larco 101', zip: '15074' }
  const { encrypted, mobileDigest } = await encryptPrivate(encryption, id, fields)
  const at = clock.now()
  await db.write(allTenants, (sql) =>
    insertUser(sql, ids, {
      id,
      companyId,
      roleId,
      email,
      emailVerifiedAt: at,
      passwordHash: 'no password opens this',
      firstName: 'Lucía',
      lastName: 'Ferrer',
      gender: null,
      city: 'Lima',
      state: null,
      country: 'PE',
      encrypted,
      mobileDigest,
      attribution: noReferrer,
      locale: 'en',
      isTest: false,
      createdAt: at,
    }),
  )
  return id
}

/** Three companies in a chain, each below the one before, with automatic card creation. */
export const foundCompanies = async (world: SessionWorld): Promise<readonly string[]> => {
  const { ids, clock, db } = world.product().kernel
  const made: string[] = []
  for (const slug of ['norte', 'andes', 'lima']) {
    const id = ids.next()
    const parentId = made.at(-1) ?? null
    const company = { id, parentId, slug, name: slug, timeZone: 'America/Lima', automaticCardCreation: true }
    await db.write(allTenants, (sql) => insertCompany(sql, company, clock.now()))
    made.push(id)
  }
  await db.write(allTenants, (sql) =>
    sql.run('update company set automatic_card_creation = true where id = $1', [houseId]),
  )
  return made
}

/** Adds people and waits until each has a card at the issuer. */
export const welcome = async (world: SessionWorld, companyIds: readonly string[]): Promise<Person[]> => {
  const joined: { userId: string; companyId: string }[] = []
  for (const [index, companyId] of companyIds.entries()) {
    const userId = await insertPerson(world, { companyId, email: `person${index}@simulation.example` })
    joined.push({ userId, companyId })
    await approvePerson(world.product().kernel, { userId, companyId })
  }
  await world.pass(2000)
  const cards = await world.rows<{ id: string; user_id: string; issuer_card_id: string | null }>(
    'select id, user_id, issuer_card_id from card',
  )
  return joined.map(({ userId, companyId }) => {
    const card = cards.find((each) => each.user_id === userId)
    if (!card?.issuer_card_id) throw new Error('A person of the run has no card')
    return { userId, companyId, cardId: card.id, issuerCardId: card.issuer_card_id }
  })
}
