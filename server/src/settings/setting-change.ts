import type { SettingValue } from '@cardamom/contract/settings'
import type { ListedSetting, SettingPageName } from '@cardamom/contract/settings/setting-pages'
import type { DescribedChange } from '../kernel/mount-context.ts'
import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { readSettingsOfPage, type SettingNow } from './setting-page.sql.ts'
import { encodeSetting } from './setting.ts'

/** A setting of which a change sets another value. */
export type SettingChange = {
  readonly now: SettingNow
  readonly value: SettingValue<ListedSetting>
  /** The value as JSON text. */
  readonly after: string
}

/** The settings of a page of which the input of a call sets another value. */
export const changesIn = (found: readonly SettingNow[], input: object): SettingChange[] => {
  const sent = input as Readonly<Partial<Record<ListedSetting, SettingValue<ListedSetting>>>>
  return found.flatMap((now) => {
    const value = sent[now.key]
    if (value === undefined) return []
    const after = encodeSetting(now.key, value)
    return after === now.value ? [] : [{ now, value, after }]
  })
}

/** An item of a list, as its JSON has it. */
type ListItem =
  | string
  | number
  | { readonly tier: number; readonly module: string }
  | { readonly network: string; readonly link: string }
  | {
      readonly asset: string
      readonly network: string
      readonly isOffered: boolean
      readonly minimum: string
    }

/** A value as people confirm it: on and off, a number, or a list with commas. */
const shownOf = (json: string): string => {
  const value = JSON.parse(json) as unknown
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (!Array.isArray(value)) return String(value)
  const parts = (value as ListItem[]).map((each) => {
    if (typeof each !== 'object') return String(each)
    if ('tier' in each) return `T${each.tier} ${each.module}`
    if ('link' in each) return `${each.network} ${each.link}`
    return `${each.asset} ${each.network} ${each.isOffered ? each.minimum : 'off'}`
  })
  return parts.toSorted().join(', ')
}

/** What would change, for the people who confirm and check it. */
export const describedChanges = (changes: readonly SettingChange[]): DescribedChange['changes'] =>
  changes.map(({ now: { key, value }, after }) => ({
    name: key,
    before: shownOf(value),
    after: shownOf(after),
  }))

const textsIn = (json: string): string[] | null => {
  const value = JSON.parse(json) as unknown
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : null
}

/** The new value as a person confirms it: of countries and days only what is added and removed. */
const confirmedOf = ({ now, after }: SettingChange): string => {
  const [before, wanted] = [textsIn(now.value), textsIn(after)]
  if (!before || !wanted) return shownOf(after)
  const added = wanted.filter((each) => !before.includes(each)).map((each) => `+${each}`)
  const removed = before.filter((each) => !wanted.includes(each)).map((each) => `−${each}`)
  return [...removed, ...added].join(', ')
}

const describe =
  (page: SettingPageName): DescribeStepUp =>
  async ({ sql, input }) => {
    const changes = changesIn(await readSettingsOfPage(sql, page), input)
    const facts = changes.map((change) => [change.now.key, confirmedOf(change) || '—'])
    return { ...Object.fromEntries(facts), reason: textOf(input['reason']) }
  }

export const settingStepUps = {
  'POST /settings/general': describe('general'),
  'POST /settings/email': describe('email'),
  'POST /settings/authentication': describe('authentication'),
  'POST /settings/gateway': describe('gateway'),
  'POST /settings/tier-restrictions': describe('tier-restrictions'),
} satisfies Partial<StepUpDescribers>
