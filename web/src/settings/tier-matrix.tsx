import { countTiers } from '@cardamom/contract/settings/setting-changes'
import { countCap } from '../kernel/capped-count.ts'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import type { RecordFormState } from '../ui/record-form.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { BareSwitch } from '../ui/toggles.tsx'
import { restrictableModules, useModuleName } from '../ui/module-name.ts'
import type { Restriction } from './setting-value.ts'

const tiers = [1, 2, 3, 4]
const has = (list: readonly Restriction[], { tier, module }: Restriction) =>
  list.some((each) => each.tier === tier && each.module === module)
const isOther =
  ({ tier, module }: Restriction) =>
  (each: Restriction) =>
    each.tier !== tier || each.module !== module

/** What the typed restrictions would change, and for how many companies and people. */
const Effects = ({ saved, typed }: { saved: readonly Restriction[]; typed: readonly Restriction[] }) => {
  const t = useText('settings')
  const moduleName = useModuleName()
  const { data } = useCall(countTiers, {})
  const count = (number: number | undefined) =>
    number === undefined ? '…' : number > countCap ? t('tiers.many') : String(number)
  const effectOf = (word: 'off' | 'on', { tier, module }: Restriction) => {
    const found = data?.tiers.find((each) => each.tier === tier)
    return t(`tiers.${word}`, {
      module: moduleName(module),
      tier: String(tier),
      companies: count(found?.companies),
      people: count(found?.people),
    })
  }
  const lines = [
    ...typed.filter((each) => !has(saved, each)).map((each) => effectOf('off', each)),
    ...saved.filter((each) => !has(typed, each)).map((each) => effectOf('on', each)),
  ]
  if (lines.length === 0) return null
  return (
    <NoteBox tone="warn" title={t('tiers.effects')}>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </NoteBox>
  )
}

/** Modules by tiers: a switch that is on means that companies of the tier have the module. */
export const TierMatrix = ({
  form,
  saved,
  disabled,
}: {
  form: RecordFormState
  saved: readonly Restriction[]
  disabled: boolean
}) => {
  const t = useText('settings')
  const moduleName = useModuleName()
  const typed = JSON.parse(form.watch('tierRestrictions')) as Restriction[]
  const set = (cell: Restriction, isOn: boolean) => {
    const others = typed.filter(isOther(cell))
    const next = isOn ? others : [...others, cell]
    const order = ({ tier, module }: Restriction) => `${tier} ${module}`
    const sorted = next.toSorted((a, b) => order(a).localeCompare(order(b)))
    form.setValue('tierRestrictions', JSON.stringify(sorted), { shouldDirty: true })
  }
  return (
    <>
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{t('fields.tierRestrictions')}</caption>
        <thead>
          <tr className="text-base text-mute md:text-sm">
            <th scope="col" className="py-2 pr-2 font-medium">
              {t('tiers.module')}
            </th>
            {tiers.map((tier) => (
              <th key={tier} scope="col" className="px-0.5 py-2 text-center font-medium">
                {t('tiers.short', { tier: String(tier) })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {restrictableModules.map((module) => (
            <tr key={module} className="border-t border-line2">
              <th scope="row" className="py-2 pr-2 font-normal wrap-anywhere hyphens-auto">
                {moduleName(module)}
              </th>
              {tiers.map((tier) => (
                <td key={tier} className="px-0.5 py-1 text-center">
                  <label className="inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center">
                    <BareSwitch
                      aria-label={t('tiers.cell', { module: moduleName(module), tier: String(tier) })}
                      checked={!has(typed, { tier, module })}
                      disabled={disabled}
                      onChange={({ target }) => set({ tier, module }, target.checked)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Effects saved={saved} typed={typed} />
    </>
  )
}
