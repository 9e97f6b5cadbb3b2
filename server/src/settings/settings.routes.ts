import type { SettingValue } from '@cardamom/contract/settings'
import { settingsOfPage, type SettingPageName } from '@cardamom/contract/settings/setting-pages'
import {
  changeAuthenticationSettings,
  changeEmailSettings,
  changeGatewaySettings,
  changeGeneralSettings,
  changeTierRestrictions,
  countTiers,
  getSettingPage,
  listSettingChanges,
  SettingPage,
} from '@cardamom/contract/settings/setting-changes'
import { z } from 'zod'
import { readChanges } from '../audit/changes.sql.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { allTenants } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import type { DescribedChange } from '../kernel/mount-context.ts'
import type { Queries } from '../kernel/queries.ts'
import type { WriteTransaction } from '../kernel/write-transaction.ts'
import { isKnownAsset, mountGateway, type GatewayNeeds } from './gateway.routes.ts'
import { incidentStepUps, mountIncidents } from './incidents.routes.ts'
import { mountProviderHealth } from './provider-health.routes.ts'
import { changesIn, describedChanges, settingStepUps, type SettingChange } from './setting-change.ts'
import { lockSettings, readSettingsOfPage, versionOfPage } from './setting-page.sql.ts'
import { writeSetting } from './settings.sql.ts'

type TierCount = { readonly tier: number; readonly companies: number; readonly people: number }
export type SettingsNeeds = GatewayNeeds & {
  /** The operator's own company, whose administrators check a change. */
  readonly operatorCompanyId: string
  readonly readNames: (sql: Queries, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Whether a super administrator who can log in has a passkey. */
  readonly hasSuperWithPasskey: (sql: Queries) => Promise<boolean>
  /** Companies and people of each tier, as far as the reader sees them. */
  readonly countTiers: (sql: Queries) => Promise<TierCount[]>
}

const changesShown = 50

type ChangeInput = { readonly version: number; readonly reason: string }
type ChangeCall = Pick<WriteTransaction, 'sql' | 'recordChange'> & {
  readonly me: { readonly userId: string }
  readonly input: ChangeInput
}

/** Pages of settings: what they are, what was changed, and changes by one person or by two. */
export const settingsModule = (kernel: Kernel, needs: SettingsNeeds) => {
  const { mount, clock, db } = kernel

  const pageOf = async (sql: Queries, page: SettingPageName) => {
    const found = await readSettingsOfPage(sql, page)
    const names = await needs.readNames(
      sql,
      found.flatMap(({ changedBy }) => (changedBy === null ? [] : [changedBy])),
    )
    return {
      page,
      version: versionOfPage(found),
      settings: found.map(({ key, value, preset, changedAt, changedBy }) => ({
        key,
        value: JSON.parse(value) as unknown,
        preset: JSON.parse(preset) as unknown,
        changedAt,
        changedBy: changedBy === null ? null : (names.get(changedBy) ?? null),
      })),
    }
  }

  /** A new rule must leave a super administrator who can log in and change it again, and be about coins that exist. */
  const issuesOf = async (sql: Queries, changes: readonly SettingChange[]) => {
    const changed = (key: SettingChange['now']['key']) => changes.find(({ now }) => now.key === key)
    const rules = changed('paymentAssets')?.value as SettingValue<'paymentAssets'> | undefined
    if (rules?.some((rule) => !isKnownAsset(needs.paymentAssets, rule)))
      return { paymentAssets: ['coin_unknown'] }
    const links = changed('explorerLinks')?.value as SettingValue<'explorerLinks'> | undefined
    if (links?.some((each) => needs.paymentAssets.every(({ network }) => network !== each.network)))
      return { explorerLinks: ['network_unknown'] }
    const groups = changed('passkeyGroups')
    if (!groups?.after.includes('"topAdministrators"') || (await needs.hasSuperWithPasskey(sql))) return null
    return { passkeyGroups: ['no_admin_with_passkey'] }
  }

  /** Stores what differs. A change of an older version of the page is refused, so nobody overwrites what they did not see. */
  const change = async (
    page: SettingPageName,
    { sql, recordChange, me, input }: ChangeCall,
  ): Promise<Answer<null, 'record_changed' | 'nothing_changes' | 'validation'>> => {
    await lockSettings(sql)
    const found = await readSettingsOfPage(sql, page)
    if (versionOfPage(found) !== input.version)
      return refused('record_changed', { data: { ...z.encode(SettingPage, await pageOf(sql, page)) } })
    const changes = changesIn(found, input)
    if (changes.length === 0) return refused('nothing_changes')
    const errors = await issuesOf(sql, changes)
    if (errors) return refused('validation', { data: { errors } })
    for (const { now, value, after } of changes) {
      await writeSetting(sql, { key: now.key, value, at: clock.realNow(), by: me.userId })
      recordChange({
        entity: 'setting',
        entityId: now.key,
        companyId: null,
        before: { value: now.value },
        after: { value: after, reason: input.reason },
      })
    }
    return accepted(null)
  }

  const describe =
    (page: SettingPageName) =>
    async ({ sql, input }: { sql: Queries; input: object }): Promise<DescribedChange> => {
      const found = await readSettingsOfPage(sql, page)
      return {
        companyId: needs.operatorCompanyId,
        version: versionOfPage(found),
        changes: describedChanges(changesIn(found, input)),
      }
    }

  mount(getSettingPage, async ({ sql, params: { page } }) => accepted(await pageOf(sql, page)))

  mount(listSettingChanges, async ({ read, params: { page } }) => {
    // All tenants: changes of settings belong to no company.
    const found = await db.read(allTenants, async (sql) => {
      const ofEach = await Promise.all(
        settingsOfPage(page).map((entityId) =>
          readChanges(sql, { entity: 'setting', entityId, limit: changesShown }),
        ),
      )
      return ofEach.flat()
    })
    const shown = found.toSorted((a, b) => b.auditId.localeCompare(a.auditId)).slice(0, changesShown)
    const actors = shown.flatMap(({ actorId }) => (actorId === null ? [] : [actorId]))
    const names = await read((sql) => needs.readNames(sql, actors))
    const valueIn = (values: Readonly<Record<string, unknown>> | null): unknown =>
      typeof values?.['value'] === 'string' ? (JSON.parse(values['value']) as unknown) : null
    return accepted({
      items: shown.map(({ auditId, entityId, before, after, at, actorId }) => ({
        id: auditId,
        key: entityId,
        before: valueIn(before),
        after: valueIn(after),
        reason: String(after?.['reason'] ?? ''),
        at,
        by: actorId === null ? null : (names.get(actorId) ?? null),
      })),
    })
  })

  mount(countTiers, async ({ sql }) => accepted({ tiers: await needs.countTiers(sql) }))

  mount(changeGeneralSettings, async (call) => {
    const changed = await change('general', call)
    return changed.accepted ? accepted(await pageOf(call.sql, 'general')) : changed
  })
  mount(changeEmailSettings, async (call) => {
    const changed = await change('email', call)
    return changed.accepted ? accepted(await pageOf(call.sql, 'email')) : changed
  })
  mount(changeAuthenticationSettings, (call) => change('authentication', call), {
    describe: describe('authentication'),
  })
  mount(changeGatewaySettings, (call) => change('gateway', call), { describe: describe('gateway') })
  mountGateway(kernel, needs)
  mountProviderHealth(kernel)
  mount(changeTierRestrictions, (call) => change('tier-restrictions', call), {
    describe: describe('tier-restrictions'),
  })
  mountIncidents(kernel, needs)
  return { stepUps: { ...settingStepUps, ...incidentStepUps } }
}
