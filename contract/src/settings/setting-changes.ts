import { z } from 'zod'
import { ApprovalReason, ApprovalRequested } from '../approvals.ts'
import { endpoint } from '../endpoint.ts'
import { settings } from '../settings.ts'
import { Id, Instant } from '../wire.ts'
import { settingPageNames, settingPages, type SettingOf, type SettingPageName } from './setting-pages.ts'

/** A value as the wire has it: money and percentages are text. */
const Value = z.unknown()

export const SettingPage = z.object({
  page: z.enum(settingPageNames),
  /** Of all settings of the page together: a change sends it back. */
  version: z.number().int(),
  settings: z.array(
    z.object({
      key: z.string(),
      value: Value,
      /** The value while nobody has changed it. */
      preset: Value,
      changedAt: Instant.nullable(),
      changedBy: z.string().nullable(),
    }),
  ),
})
export type SettingPage = z.output<typeof SettingPage>

const PageParams = z.object({ page: z.enum(settingPageNames) })

export const getSettingPage = endpoint({
  method: 'GET',
  path: '/setting-pages/:page',
  summary: 'The settings of one page: values, presets and the last change of each',
  who: 'settings.view',
  params: PageParams,
  output: SettingPage,
  refusals: {},
})

export const listSettingChanges = endpoint({
  method: 'GET',
  path: '/setting-pages/:page/changes',
  summary: 'What was changed of the settings of one page, newest first',
  who: 'settings.view',
  effect: 'outside',
  params: PageParams,
  output: z.object({
    items: z.array(
      z.object({
        id: Id,
        key: z.string(),
        before: Value,
        after: Value,
        reason: z.string(),
        at: Instant,
        by: z.string().nullable(),
      }),
    ),
  }),
  refusals: {},
})

export const countTiers = endpoint({
  method: 'GET',
  path: '/setting-pages/tier-restrictions/tiers',
  summary: 'Companies and people of each tier, for whom a restriction applies; up to 10,000 each',
  who: 'settings.view',
  output: z.object({
    tiers: z.array(
      z.object({ tier: z.number().int(), companies: z.number().int(), people: z.number().int() }),
    ),
  }),
  refusals: {},
})

type SchemaOf<P extends SettingPageName> = { [K in SettingOf<P>]: (typeof settings)[K]['schema'] }
const schemasOf = <P extends SettingPageName>(page: P): SchemaOf<P> =>
  Object.fromEntries(
    Object.keys(settingPages[page].settings).map((key) => [key, settings[key as SettingOf<P>].schema]),
  ) as unknown as SchemaOf<P>

/** The settings that change, the version of the page that the reader saw, and why. */
const changeOf = <P extends SettingPageName>(page: P) =>
  z.object({
    ...z.object(schemasOf(page)).partial().shape,
    version: z.number().int(),
    reason: ApprovalReason,
  })

const refusals = { record_changed: 409, nothing_changes: 409, validation: 422 } as const

export const changeGeneralSettings = endpoint({
  method: 'POST',
  path: '/settings/general',
  summary: 'Change general settings; they apply at once',
  who: 'settings.general',
  stepUp: 'S2',
  idempotent: true,
  input: changeOf('general'),
  output: SettingPage,
  refusals,
})

export const changeEmailSettings = endpoint({
  method: 'POST',
  path: '/settings/email',
  summary: 'Change sender, reply and support addresses of mail; they apply to every mail sent from now on',
  who: 'settings.email',
  stepUp: 'S2',
  idempotent: true,
  input: changeOf('email'),
  output: SettingPage,
  refusals,
})

export const changeAuthenticationSettings = endpoint({
  method: 'POST',
  path: '/settings/authentication',
  summary: 'Change passwords, waiting times and lock times; a second person approves it',
  who: 'settings.authentication',
  stepUp: 'S2',
  fourEyes: true,
  idempotent: true,
  status: 202,
  input: changeOf('authentication'),
  output: ApprovalRequested,
  refusals,
})

export const changeGatewaySettings = endpoint({
  method: 'POST',
  path: '/settings/gateway',
  summary:
    'Change what payers may pay with, limits of loads, and how the share of level 4 is divided; a second person approves it',
  who: 'settings.gateway',
  stepUp: 'S2',
  fourEyes: true,
  idempotent: true,
  status: 202,
  input: changeOf('gateway'),
  output: ApprovalRequested,
  refusals,
})

export const changeTierRestrictions = endpoint({
  method: 'POST',
  path: '/settings/tier-restrictions',
  summary: 'Change which modules are switched off for companies of a tier; a second person approves it',
  who: 'settings.tier_restrictions',
  stepUp: 'S2',
  fourEyes: true,
  idempotent: true,
  status: 202,
  input: changeOf('tier-restrictions'),
  output: ApprovalRequested,
  refusals,
})
