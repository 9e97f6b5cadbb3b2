import { useText } from '../kernel/i18n.tsx'
import type { CompanyField } from './company-form.tsx'
import { useInheritedValue } from './setting-text.ts'
import type { CompanyRecord } from './use-company.tsx'

type YesNoName = 'passkeyMandatory' | 'automaticCardCreation' | 'cardCreationEnabled'

const yesNo = { true: true, false: false } as const

/** Makes fields for settings: each first option inherits, and says which value that is and whose. */
export const useSettingFields = ({ settings }: Pick<CompanyRecord, 'settings'>) => {
  const t = useText('companySettings')
  const inherited = useInheritedValue()
  const wordOf = (value: boolean | null) => t(value === true ? 'on' : 'off')
  return {
    yesNoField: (name: YesNoName, label: string, hint?: string): CompanyField => ({
      name,
      label,
      ...(hint === undefined ? {} : { hint }),
      options: [
        { value: '', label: inherited(settings[name], wordOf(settings[name].inherited)) },
        { value: 'true', label: t('on') },
        { value: 'false', label: t('off') },
      ],
      typedOf: (company) => String(company.settings[name].own ?? ''),
      sentAs: (typed) => (typed === '' ? null : yesNo[typed as keyof typeof yesNo]),
    }),
    choiceField: (
      name: 'kycService' | 'kycFlow' | 'lockAfterSeconds',
      label: string,
      of: { values: readonly (string | number)[]; wordOf: (value: string) => string; hint?: string },
    ): CompanyField => ({
      name,
      label,
      ...(of.hint === undefined ? {} : { hint: of.hint }),
      options: [
        { value: '', label: inherited(settings[name], of.wordOf(String(settings[name].inherited))) },
        ...of.values.map((value) => ({ value: String(value), label: of.wordOf(String(value)) })),
      ],
      typedOf: (company) => String(company.settings[name].own ?? ''),
      sentAs: (typed) => (typed === '' ? null : name === 'lockAfterSeconds' ? Number(typed) : typed),
    }),
    /** A setting of the company alone, which is not inherited. */
    plainField: (
      name: 'deviceProfiling' | 'visibleToAdm' | 'operatorOwned',
      label: string,
      of: { hint?: string; isFixed?: boolean } = {},
    ): CompanyField => ({
      name,
      label,
      ...of,
      options: [
        { value: 'true', label: t('on') },
        { value: 'false', label: t('off') },
      ],
      typedOf: (company) => String(company[name]),
      sentAs: (typed) => yesNo[typed as keyof typeof yesNo],
    }),
  }
}
