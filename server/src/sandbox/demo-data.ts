import { getTerms } from '@cardamom/contract/terms'
import type { Insertable } from 'kysely'
import { findCompanyBySlug, insertCompany, setAutomaticCardCreation } from '../companies/companies.sql.ts'
import { houseId } from '../companies/company.ts'
import { after } from '../kernel/clock.ts'
import { hasSandboxServices } from '../kernel/config.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Kernel } from '../kernel/module.ts'
import type { DemoRecord } from '../kernel/schema.ts'
import { confirmUserEmail, findUserByEmail, setRole } from '../identity/users.sql.ts'
import { insertSeller, insertSellerCode } from '../sellers/codes.sql.ts'
import { demoCompanies, demoPassword, demoPeople, type DemoCompany, type DemoPerson } from './demo-cast.ts'

const yesterdayMs = -86_400_000

/** Records a row that the demo made. */
const recordRow = (sql: Queries, record: Insertable<DemoRecord>) =>
  sql.insertInto('demoRecord').values(record).execute()

/**
 * Unused network addresses (RFC 2544), one for each person, so that limits by address count each person
 * alone.
 */
export const demoAddress = (email: string): string => {
  const number = demoPeople.findIndex((person) => person.email === email) + 1
  return `198.18.0.${number}`
}

/**
 * Makes the demo's companies, sellers and one person for each role, by the product's own calls where
 * possible, and records each row. Does nothing when the demo exists.
 */
export const createDemoData = (kernel: Kernel) => {
  const { app, config, db, ids, clock } = kernel

  const makeCompany = (company: DemoCompany) =>
    db.write(wholeInstallation, async (sql) => {
      if (await findCompanyBySlug(sql, company.slug)) return
      const id = ids.next()
      const parentId = company.parent ? await findCompanyBySlug(sql, company.parent) : null
      if (company.parent && !parentId) throw new Error(`The demo has no company ${company.parent}`)
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
      await recordRow(sql, { kind: 'company', rowId: id, madeAt: clock.now() })
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
    if (!body.success)
      throw new Error(`The demo data could not be created: ${request.path} answered ${body.code}`)
    return body.data
  }

  /** The code that a person registers with: a seller's, or the referral code of who told them. */
  const codeOf = async ({ code, referredBy }: DemoPerson): Promise<string | null> => {
    if (code !== null || referredBy === undefined) return code
    const referrer = await db.read(wholeInstallation, (sql) => findUserByEmail(sql, referredBy))
    if (!referrer) throw new Error(`The demo has no ${referredBy} yet`)
    return referrer.referralCode
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
        code: await codeOf(person),
        termsVersion: version,
      },
    })
  }

  const makePerson = async (person: DemoPerson) => {
    if (await db.read(wholeInstallation, (sql) => findUserByEmail(sql, person.email))) return
    await register(person)
    await db.write(wholeInstallation, async (sql) => {
      const user = await findUserByEmail(sql, person.email)
      if (!user) throw new Error(`The demo's ${person.email} did not register`)
      const at = clock.now()
      await confirmUserEmail(sql, { id: user.id, email: user.email, at })
      await setRole(sql, { id: user.id, roleId: person.roleId })
      await recordRow(sql, { kind: 'person', rowId: user.id, madeAt: at })
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
    await recordRow(sql, { kind: 'seller_code', rowId: id, madeAt: owner.at })
  }

  return {
    /** Registers one person. Does nothing when the person exists. */
    makePerson,
    /** @param later e-mails of people who join during the demo's history */
    make: async (later: ReadonlySet<string> = new Set()) => {
      if (!hasSandboxServices(config)) throw new Error('The demo is for a sandbox with its embedded services')
      const isNew = await db.write(wholeInstallation, async (sql) => {
        const made = sql.selectFrom('demoRecord').select('rowId').limit(1)
        if (await made.executeTakeFirst()) return false
        await setAutomaticCardCreation(sql, { id: houseId, automaticCardCreation: true })
        return true
      })
      if (!isNew) return
      for (const company of demoCompanies) await makeCompany(company)
      for (const person of demoPeople) if (!later.has(person.email)) await makePerson(person)
    },
  }
}
