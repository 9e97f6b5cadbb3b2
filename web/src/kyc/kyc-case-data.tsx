import { documentTypes } from '@cardamom/contract/kyc'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { countryName } from '../kernel/country-names.ts'
import { useDates } from '../kernel/dates.tsx'
import { useLocale, useText } from '../kernel/i18n.tsx'
import { cx } from '../ui/cx.ts'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { attemptsText } from './kyc-case-status.tsx'
import type { KycCase } from './kyc-case.ts'

type ComparedField = {
  readonly field: KycCase['differences'][number]
  readonly label: string
  readonly entered: ReactNode
  readonly read: ReactNode
}

const useDays = () => {
  const date = useDates()
  return (text: string | null | undefined) => text && `${date(text, 'short')} ${text.slice(0, 4)}`
}

const useDocumentName = () => {
  const t = useText('kyc')
  return (type: string | null | undefined) => {
    const known = documentTypes.find((each) => each === type)
    return known ? t(`document.${known}`) : type
  }
}

const useCompared = ({ stated, read }: KycCase): ComparedField[] => {
  const t = useText('kycCases')
  const locale = useLocale()
  const [day, documentName] = [useDays(), useDocumentName()]
  const country = (code: string | null | undefined) => code && countryName({ code, locale })
  const nameOf = (of: { firstName: string | null; lastName: string | null } | null) =>
    [of?.firstName, of?.lastName].filter(Boolean).join(' ')
  return [
    { field: 'name', label: t('fields.name'), entered: nameOf(stated), read: nameOf(read) },
    {
      field: 'birthDate',
      label: t('fields.birthDate'),
      entered: day(stated.birthDate),
      read: day(read?.birthDate),
    },
    {
      field: 'documentType',
      label: t('fields.document'),
      entered: documentName(stated.documentType),
      read: documentName(read?.documentType),
    },
    {
      field: 'country',
      label: t('fields.country'),
      entered: country(stated.country),
      read: country(read?.country),
    },
  ]
}

const Cell = ({ children }: { children: ReactNode }) => {
  const t = useText('kycCases')
  return (
    <td className="py-2 pl-3 align-top wrap-anywhere">
      {children || <span className="text-mute">{t('compared.nothing')}</span>}
    </td>
  )
}

/** What the person entered beside what the provider read; a difference is marked by an icon and a text. */
const ComparedData = ({ found }: { found: KycCase }) => {
  const t = useText('kycCases')
  const rows = useCompared(found)
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('compared.title')}</h3>
      <table className="w-full table-fixed text-base">
        <thead>
          <tr className="text-left text-mute md:text-sm">
            <th scope="col" className="py-1 font-medium">
              <span className="sr-only">{t('compared.field')}</span>
            </th>
            <th scope="col" className="py-1 pl-3 font-medium">
              {t('compared.entered')}
            </th>
            <th scope="col" className="py-1 pl-3 font-medium">
              {t('compared.read')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ field, label, entered, read }) => {
            const differs = found.differences.includes(field)
            return (
              <tr key={field} className={cx('border-t border-line2', differs && 'bg-warn-soft')}>
                <th scope="row" className="py-2 text-left align-top font-normal wrap-anywhere text-mute">
                  {label}
                  {differs && (
                    <span className="flex items-center gap-1 font-medium text-warn">
                      <TriangleAlert aria-hidden size={14} className="shrink-0" />
                      {t('compared.differs')}
                    </span>
                  )}
                </th>
                <Cell>{entered}</Cell>
                <Cell>{read}</Cell>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** The data of a case: entered beside read, then what has only one side. */
export const KycCaseData = ({ found }: { found: KycCase }) => {
  const t = useText('kycCases')
  const day = useDays()
  const facts: [string, ReactNode][] = [
    [t('fields.documentNumber'), found.read?.documentNumber],
    [t('fields.validUntil'), day(found.read?.validUntil)],
    [t('fields.ref'), found.ref],
    [t('fields.companyName'), found.companyName],
    [t('fields.attempts'), attemptsText(t, found)],
  ]
  return (
    <>
      <ComparedData found={found} />
      <KvRows>
        {facts.map(
          ([name, value]) =>
            value && (
              <KvRow key={name} name={name}>
                {value}
              </KvRow>
            ),
        )}
      </KvRows>
    </>
  )
}
