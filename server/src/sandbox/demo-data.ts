import { getTerms } from '@cardamom/contract/terms'
import { insertCompany } from '../companies/companies.sql.ts'
import { houseId } from '../companies/company.ts'
import { after } from '../kernel/clock.ts'
import { hasSandboxServices } from '../kernel/config.ts'
import { everything } from '../kernel/database.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Kernel } from '../kernel/module.ts'
import { confirmUserEmail, findUserByEmail } from '../identity/users.sql.ts'
import { insertSeller, insertSellerCode } from '../sellers/codes.sql.ts'
import { demoCompanies, demoPassword, demoPeople, type DemoCompany, type DemoPerson } from './demo-cast.ts'

const yesterdayMs = -86_400_000

const note = (sql: Queries, record: { kind: string; id: string; at: Date }) =>
  sql.run('insert into demo_record (kind, row_id, made_at) values ($1, $2, $3)', [
    record.kind,
    record.id,
    record.at,
  ])

/** Network addresses that nobody has (RFC 2544), one a person: what is counted by address counts each alone. */
export const demoAddress = (email: string): string => {
  const place = demoPeople.findIndex((person) => person.email === email) + 1
  return `198.18.0.${place}`
}

const companyId = async (sql: Queries, slug: string | null): Promise<string> =>
  slug === null
    ? houseId
    : (await sql.one<{ id: string }>('select id from company where slug = $1', [slug])).id

/**
 * Makes the demo's companies, sellers and one person for each role, by the product's own calls where there are any, and
 * writes down each row. Nothing happens when it was made before.
 */
export const createDemoData = (kernel: Kernel) => {
  const { app, config, db, ids, clock } = kernel

  const makeCompany = (company: DemoCompany) =>
    db.write(everything, async (sql) => {
      if (await sql.maybe('select 1 from company where slug = $1', [company.slug])) return
      const id = ids.next()
      const parentId = company.parent ? await companyId(sql, company.parent) : null
      const { slug, name, timeZone, brandHex, logoUrl } = company
      const inherits = parentId ? {} : { automaticCardCreation: true }
      await insertCompany(
        sql,
        {
          id,
          parentId,
          slug,
          name,
          timeZone,
          ...(brandHex ? { brandHex } : {}),
          ...(logoUrl ? { logoUrl } : {}),
          ...inherits,
        },
        clock.now(),
      )
      await note(sql, { kind: 'company', id, at: clock.now() })
    })

  const call = async (request: {
    method: 'GET' | 'POST'
    path: string
    host: string
    address: string
    body?: object
  }) => {
    const answer = await app.inject({
      method: request.method,
      url: `/api${request.path}`,
      remoteAddress: request.address,
      headers: { host: request.host },
      ...(request.body ? { payload: request.body } : {}),
    })
    const body = answer.json<{ success: boolean; code?: string; data: { version: number } }>()
    if (!body.success) throw new Error(`The demo could not be made: ${request.path} answered ${body.code}`)
    return body.data
  }

  const register = async (person: DemoPerson) => {
    const host = person.company ? `${person.company}.localhost` : 'localhost'
    const address = demoAddress(person.email)
    const { version } = await call({ method: getTerms.method, path: getTerms.path, host, address })
    await call({
      address,
      method: 'POST',
      path: '/registrations',
      host,
      body: {
        email: person.email,
        password: demoPassword,
        confirmation: demoPassword,
        firstName: person.firstName,
        lastName: person.lastName,
        birthDate: '1990-04-12',
        country: 'PE',
        city: 'Lima',
        street: 'Av. Larco 101',
        zip: '15074',
        mobile: '+51987654321',
        code: person.code,
        termsVersion: version,
      },
    })
  }

  const makePerson = async (person: DemoPerson) => {
    if (await db.read(everything, (sql) => findUserByEmail(sql, person.email))) return
    await register(person)
    await db.write(everything, async (sql) => {
      const user = await findUserByEmail(sql, person.email)
      if (!user) throw new Error(`The demo's ${person.email} did not register`)
      const at = clock.now()
      await confirmUserEmail(sql, { id: user.id, email: user.email, at })
      await sql.run('update app_user set role_id = $2 where id = $1', [user.id, person.roleId])
      await note(sql, { kind: 'person', id: user.id, at })
      if (person.owns) await makeSeller(sql, person, { userId: user.id, companyId: user.companyId, at })
    })
  }

  const makeSeller = async (
    sql: Queries,
    person: DemoPerson,
    owner: { userId: string; companyId: string; at: Date },
  ) => {
    const { owns } = person
    if (!owns) return
    const recruiter = owns.recruitedBy ? await findUserByEmail(sql, owns.recruitedBy) : null
    await insertSeller(sql, {
      userId: owner.userId,
      companyId: owner.companyId,
      recruitedBy: recruiter?.id ?? null,
    })
    const id = ids.next()
    await insertSellerCode(sql, {
      id,
      companyId: owner.companyId,
      ownerId: owner.userId,
      code: owns.code,
      validFrom: after(owner.at, yesterdayMs),
      validTo: null,
      maxUses: null,
      createdAt: owner.at,
    })
    await note(sql, { kind: 'seller_code', id, at: owner.at })
  }

  return {
    /** One person, by registration; nothing happens when they are there. */
    makePerson,
    /** @param later e-mails of people who join in the course of the demo's life */
    make: async (later: ReadonlySet<string> = new Set()) => {
      if (!hasSandboxServices(config)) throw new Error('The demo is for a sandbox with its embedded services')
      const isNew = await db.write(everything, async (sql) => {
        if (await sql.maybe('select 1 from demo_record limit 1')) return false
        await sql.run('update company set automatic_card_creation = true where id = $1', [houseId])
        return true
      })
      if (!isNew) return
      for (const company of demoCompanies) await makeCompany(company)
      for (const person of demoPeople) if (!later.has(person.email)) await makePerson(person)
    },
  }
}
