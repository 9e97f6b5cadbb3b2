import type { ReactNode } from 'react'
import { countCap } from '../kernel/capped-count.ts'
import { cityOf } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { TextLink } from '../ui/button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { DateText } from '../ui/money.tsx'
import { useInherited } from './setting-text.ts'
import type { CompanyRecord } from './use-company.tsx'

const useCount = () => {
  const t = useText('companies')
  return (count: number) => (count > countCap ? t('many') : String(count))
}

/** What a company is: its place, address and numbers. */
export const CompanyFacts = ({ company }: { company: CompanyRecord }) => {
  const t = useText('companies')
  const count = useCount()
  const inherited = useInherited()
  const { settings, parentId, parentName } = company
  const facts: [keyof typeof labels, ReactNode, ReactNode?][] = [
    ['tier', t('tier', { tier: String(company.tier) })],
    [
      'parentName',
      parentId !== null && parentName !== null && (
        <TextLink to={`/admin/companies/${parentId}`}>{parentName}</TextLink>
      ),
    ],
    ['slug', company.slug],
    ['origin', company.origin],
    ['url', company.url],
    ['contactEmail', settings.contactEmail.value, inherited(settings.contactEmail)],
    [
      'timeZone',
      settings.timeZone.value !== null && cityOf(settings.timeZone.value),
      inherited(settings.timeZone),
    ],
    ['people', count(company.people)],
    ['cards', count(company.cards)],
    ['belowCount', String(company.belowCount)],
    ['createdAt', <DateText key="at" value={company.createdAt} variant="dayTime" />],
  ]
  const labels = {
    tier: t('fields.tier'),
    parentName: t('fields.parentName'),
    slug: t('fields.slug'),
    origin: t('fields.origin'),
    url: t('fields.url'),
    contactEmail: t('fields.contactEmail'),
    timeZone: t('fields.timeZone'),
    people: t('fields.people'),
    cards: t('fields.cards'),
    belowCount: t('fields.belowCount'),
    createdAt: t('fields.createdAt'),
  }
  return (
    <KvRows>
      {facts.map(
        ([name, value, below]) =>
          value && (
            <KvRow key={name} name={labels[name]} {...(below === null ? {} : { below })}>
              <span className="wrap-anywhere">{value}</span>
            </KvRow>
          ),
      )}
    </KvRows>
  )
}
