import type { Endpoint } from '@cardamom/contract/endpoint'
import { listApprovals } from '@cardamom/contract/approvals'
import { getSettingPage, listSettingChanges } from '@cardamom/contract/settings/setting-changes'
import {
  settingPages,
  type ListedSetting,
  type SettingPageName,
} from '@cardamom/contract/settings/setting-pages'
import { useMemo, useRef, type ReactNode } from 'react'
import { call } from '../kernel/api.ts'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { queryClient } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { FieldOf, RecordForm, type RecordField, type RecordFormState } from '../ui/record-form.tsx'
import { cx } from '../ui/cx.ts'
import { Stack } from '../ui/page-parts.tsx'
import { Panel } from '../ui/panel.tsx'
import { AssetRules } from './asset-rules.tsx'
import { ExplorerLinks } from './explorer-links.tsx'
import { GroupsField } from './groups-field.tsx'
import { LockPresets } from './lock-presets.tsx'
import { DaysField, UnsupportedCountries } from './listed-fields.tsx'
import { FocusedSetting } from './setting-focus.tsx'
import { SettingHistory } from './setting-history.tsx'
import { isNarrow, sectionsOf } from './setting-sections.ts'
import { kindOf, keysOf, sentValue, typedValue, useSettingText } from './setting-value.ts'
import type { SettingPage } from './use-setting-page.tsx'

type Field = RecordField<SettingPage>
type LooseCall = (endpoint: Endpoint, args: object) => Promise<SettingPage | { approvalId: string }>

const settingIn = ({ settings }: SettingPage, key: string) => settings.find((each) => each.key === key)

/** The fields of a page, from its declaration, and the reason of a change. */
const useFields = (page: SettingPageName, now: SettingPage, mayChange: boolean): Field[] => {
  const t = useText('settings')
  const shown = useSettingText()
  const unitOf = (key: ListedSetting) => {
    const kind = kindOf(key)
    return kind === 'hours' || kind === 'minutes' || kind === 'wholeDays' ? { unit: t(`units.${kind}`) } : {}
  }
  const fieldOf = (key: ListedSetting): Field => ({
    name: key,
    label: t(`fields.${key}`),
    hint: [t(`hints.${key}`), t('preset', { value: shown(key, settingIn(now, key)?.preset) })].join(' '),
    ...(kindOf(key) === 'yesNo'
      ? {
          options: [
            { value: 'true', label: t('on') },
            { value: 'false', label: t('off') },
          ],
        }
      : {}),
    ...(kindOf(key) === 'money' ? { kind: 'money' as const } : {}),
    ...(['number', 'hours', 'minutes', 'wholeDays'].includes(kindOf(key)) ? { kind: 'number' as const } : {}),
    ...(kindOf(key) === 'seconds' ? { kind: 'duration' as const } : {}),
    ...unitOf(key),
    shownAs: (typed) => shown(key, sentValue(key, typed)),
    isFixed: !mayChange,
    typedOf: (found) => typedValue(key, settingIn(found, key)?.value),
    sentAs: (typed) => sentValue(key, typed),
  })
  const reason: Field = {
    name: 'reason',
    label: t('reason'),
    hint: t('reasonHint'),
    typedOf: () => '',
    sentAs: (typed) => typed,
    isAside: true,
  }
  return [...keysOf(page).map(fieldOf), reason]
}

const ListedField = ({ form, field }: { form: RecordFormState; field: Field }) => {
  const typed = form.watch(field.name)
  const change = (value: readonly string[]) =>
    form.setValue(field.name, JSON.stringify(value), { shouldDirty: true })
  const of = {
    label: field.label,
    hint: field.hint ?? '',
    value: JSON.parse(typed) as string[],
    disabled: field.isFixed ?? false,
    error: form.field(field.name).error,
    change,
  }
  if (kindOf(field.name) === 'groups') return <GroupsField {...of} />
  return kindOf(field.name) === 'days' ? <DaysField {...of} /> : <UnsupportedCountries {...of} />
}

const isListed = ({ name }: Field) => ['countries', 'days', 'groups'].includes(kindOf(name))

const ControlOf = ({ form, field }: { form: RecordFormState; field: Field }) => {
  const { name, label, hint = '', isFixed = false } = field
  if (kindOf(name) === 'assets')
    return <AssetRules form={form} label={label} hint={hint} disabled={isFixed} />
  if (kindOf(name) === 'links')
    return <ExplorerLinks form={form} label={label} hint={hint} disabled={isFixed} />
  return isListed(field) ? <ListedField form={form} field={field} /> : <FieldOf form={form} field={field} />
}

/** The control of a setting, in the grid of its panel. */
const SettingField = ({ form, field }: { form: RecordFormState; field: Field }) => (
  <>
    {field.name === 'lockAfterSeconds' && (
      <div className="md:col-span-2">
        <LockPresets form={form} disabled={field.isFixed ?? false} />
      </div>
    )}
    <div className={cx('min-w-0', !isNarrow(field) && 'md:col-span-2')}>
      <FocusedSetting name={field.name}>
        <ControlOf form={form} field={field} />
      </FocusedSetting>
    </div>
  </>
)

/**
 * The form of a page of settings: what a change needs is declared, and the fields are in the panels of their sections.
 * `children` replaces the fields, where one control shows them better. Every change has a reason; a page of two people requests it.
 */
export const SettingForm = ({
  page,
  found,
  endpoint,
  children,
}: {
  page: SettingPageName
  found: SettingPage
  endpoint: Endpoint
  children?: (of: { form: RecordFormState; mayChange: boolean }) => ReactNode
}) => {
  const t = useText('settings')
  const mayChange = useCan()(settingPages[page].tag) === true
  const fields = useFields(page, found, mayChange)
  const key = useRef({ content: '', key: '' })
  const params = useMemo(() => ({ page }), [page])
  const send = async ({ version }: SettingPage, changes: Readonly<Record<string, unknown>>) => {
    const input = { ...changes, version }
    const content = JSON.stringify(input)
    if (key.current.content !== content) key.current = { content, key: crypto.randomUUID() }
    const args = { input, idempotencyKey: key.current.key, ifMatch: String(version), errors: 'fields' }
    const answer = await (call as unknown as LooseCall)(endpoint, args)
    if (!('approvalId' in answer)) return answer
    toastSuccess(t('requested'))
    await queryClient.invalidateQueries({ queryKey: [listApprovals.path] })
    return null
  }
  return (
    <RecordForm
      record={found}
      read={getSettingPage}
      params={params}
      endpoint={endpoint}
      send={send}
      fields={fields}
      lists={[listSettingChanges]}
      aside={(form) => (
        <SettingHistory
          page={page}
          revert={
            mayChange
              ? (name, value) => form.setValue(name, typedValue(name, value), { shouldDirty: true })
              : null
          }
        />
      )}
    >
      {({ form, isChanged }) => (
        <Stack>
          {children ? (
            <Panel>
              <FocusedSetting name={keysOf(page)[0] ?? ''}>{children({ form, mayChange })}</FocusedSetting>
            </Panel>
          ) : (
            sectionsOf(fields.filter(({ isAside }) => !isAside)).map(([section, own]) => (
              <Panel key={section} title={t(`sections.${section}`)}>
                <div className="grid grid-cols-1 gap-x-6 gap-y-5 md:grid-cols-2">
                  {own.map((field) => (
                    <SettingField key={field.name} form={form} field={field} />
                  ))}
                </div>
              </Panel>
            ))
          )}
          {isChanged && (
            <Panel>
              {fields
                .filter(({ isAside }) => isAside)
                .map((field) => (
                  <FieldOf key={field.name} form={form} field={field} />
                ))}
            </Panel>
          )}
        </Stack>
      )}
    </RecordForm>
  )
}
