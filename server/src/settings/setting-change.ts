import type { SettingValue } from '@cardamom/contract/settings'
import type { ListedSetting, SettingPageName } from '@cardamom/contract/settings/setting-pages'
import { stepUpFacts, type StepUpFact } from '@cardamom/contract/access/step-up-operations'
import type { DescribedChange } from '../kernel/mount-context.ts'
import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { readSettingsOfPage, type SettingNow } from './setting-page.sql.ts'
import { encodeSetting } from './setting.ts'

/** A setting that a change gives another value. */
export type SettingChange = {
  readonly now: SettingNow
  readonly value: SettingValue<ListedSetting>
  /** The value as JSON text. */
  readonly after: string
}

/** The settings of a page to which the input of a call gives another value. */
export const changesIn = (found: readonly SettingNow[], input: object): SettingChange[] => {
  const sent = input as Readonly<Partial<Record<ListedSetting, SettingValue<ListedSetting>>>>
  return found.flatMap((now) => {
    const value = sent[now.key]
    if (value === undefined) return []
    const after = encodeSetting(now.key, value)
    return after === now.value ? [] : [{ now, value, after }]
  })
}

/** A value as people confirm it: on and off, a number, or a list with commas. */
const shownOf = (json: string): string => {
  const value = JSON.parse(json) as unknown
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (!Array.isArray(value)) return String(value)
  const parts = (value as (string | { tier: number; module: string })[]).map((each) =>
    typeof each === 'string' ? each : `T${each.tier} ${each.module}`,
  )
  return parts.toSorted().join(', ')
}

const isFact = (key: string): key is StepUpFact & ListedSetting => stepUpFacts.some((fact) => fact === key)

/** What would change, for the people who confirm and check it. */
export const describedChanges = (changes: readonly SettingChange[]): DescribedChange['changes'] =>
  changes.flatMap(({ now: { key, value }, after }) =>
    isFact(key) ? [{ name: key, before: shownOf(value), after: shownOf(after) }] : [],
  )

const describe =
  (page: SettingPageName): DescribeStepUp =>
  async ({ sql, input }) => {
    const changes = changesIn(await readSettingsOfPage(sql, page), input)
    const facts = describedChanges(changes).map(({ name, after }) => [name, after === '' ? '—' : after])
    return { ...Object.fromEntries(facts), reason: textOf(input['reason']) }
  }

export const settingStepUps = {
  'POST /settings/general': describe('general'),
  'POST /settings/authentication': describe('authentication'),
  'POST /settings/tier-restrictions': describe('tier-restrictions'),
} satisfies Partial<StepUpDescribers>
