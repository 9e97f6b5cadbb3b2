import { CompanyRecord } from '@cardamom/contract/companies/company-record'
import { z } from 'zod'
import type { Config } from '../kernel/config.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import { readSupportEmail } from './support-email.sql.ts'
import { readSetting } from '../settings/settings.sql.ts'
import { readCompany } from './companies.sql.ts'
import { houseId, originOf } from './company.ts'
import { settingsOf, type PlatformValues } from './company-settings.ts'
import { countBelow, readLine, readSeen, type CompanyLineRow } from './company-records.sql.ts'

/** What higher modules know about a company. Numbers end at 10,001. */
export type CompanyFacts = {
  readonly countPeople: (sql: Queries, companyId: string) => Promise<number>
  readonly countCards: (sql: Queries, companyId: string) => Promise<number>
  /** Cardholders and sellers of each of these companies, and its activated cards. */
  readonly countPeopleOf: (
    sql: Queries,
    companyIds: readonly string[],
  ) => Promise<ReadonlyMap<string, number>>
  readonly countActiveCardsOf: (
    sql: Queries,
    companyIds: readonly string[],
  ) => Promise<ReadonlyMap<string, number>>
  /** Names of people whom the reader may see. */
  readonly readNames: (sql: Queries, userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly countWithoutPasskey: (sql: Queries, companyIds: readonly string[]) => Promise<number>
}

/** Admins of the operator, who decide about companies of the first tier besides those who see every company. */
const operatorAdmin = 1

/**
 * Whether the reader may change what the company above decides about a company: their scope includes that
 * company. About a company of the first tier the operator decides.
 */
export const mayDecide = (
  me: Pick<SessionPrincipal, 'roleId' | 'scope'>,
  { parentId }: Pick<CompanyLineRow, 'parentId'>,
  seen: ReadonlySet<string>,
): boolean =>
  parentId === null ? me.scope.kind === 'all' || me.roleId === operatorAdmin : seen.has(parentId)

/** The values where no company of a line has chosen. */
export const platformValues = async (sql: Queries, { SUPPORT_EMAIL }: Config): Promise<PlatformValues> => ({
  contactEmail: (await readSupportEmail(sql, { SUPPORT_EMAIL })) ?? null,
  lockAfterSeconds: await readSetting(sql, 'lockAfterSeconds'),
})

/** A company of the reader's scope with its settings, as the screens show it. */
export const recordOf = async (
  sql: Queries,
  id: string,
  { me, config, facts }: { me: SessionPrincipal; config: Config; facts: CompanyFacts },
): Promise<CompanyRecord> => {
  const line = await readLine(sql, id)
  const company = line.at(-1)
  if (!company) throw new Error('A company of the scope has no line')
  const seen = await readSeen(
    sql,
    line.map((each) => each.id),
  )
  const shown = await readCompany(sql, id)
  const above = line.slice(0, -1)
  const parent = above.at(-1)
  const platform = await platformValues(sql, config)
  const { name, slug, tier, parentId, active, createdAt, version, domain, url } = company
  const { visibleToAdm, operatorOwned, deviceProfiling } = company
  return {
    id,
    name,
    slug,
    tier,
    parentId,
    active,
    createdAt,
    version,
    domain,
    url,
    visibleToAdm,
    operatorOwned,
    deviceProfiling,
    parentName: parent && seen.has(parent.id) ? parent.name : null,
    belowCount: await countBelow(sql, id),
    trail: line.filter((each) => seen.has(each.id)).map((each) => ({ id: each.id, name: each.name })),
    origin: originOf(company, config),
    closedAbove: above.some((each) => !each.active),
    brandHex: company.brandHex,
    hue: shown.hue,
    chroma: shown.chroma,
    logoUrl: shown.logoUrl,
    hasOwnBranding: company.hue !== null,
    domainTarget: new URL(config.PUBLIC_URL).hostname,
    settings: settingsOf({ line, seen, platform }) as CompanyRecord['settings'],
    mayDecide: mayDecide(me, company, seen),
    isOperatorCompany: id === houseId,
    people: await facts.countPeople(sql, id),
    cards: await facts.countCards(sql, id),
  }
}

/** The present record for an answer `record_changed`. */
export const wireRecord = (record: CompanyRecord) => z.encode(CompanyRecord, record)
