import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { useCan } from '../kernel/permissions.ts'
import { usePath, usePathParam } from '../kernel/router.tsx'
import { cx } from '../ui/cx.ts'
import { NoteBox } from '../ui/note-box.tsx'
import { Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Tag } from '../ui/status.tsx'
import { CompanyStatus } from './company-status.tsx'
import { WithCompany, type CompanyRecord } from './use-company.tsx'

/** The pages of a company, each with the tag that it needs. */
const pages = [
  { word: 'overview', path: '', tag: 'companies.view' },
  { word: 'general', path: '/settings/general', tag: 'companies.update' },
  { word: 'brand', path: '/settings/brand', tag: 'companies.settings' },
  { word: 'kyc', path: '/settings/kyc', tag: 'companies.settings' },
  { word: 'cards', path: '/settings/cards', tag: 'companies.settings' },
  { word: 'security', path: '/settings/security', tag: 'companies.settings' },
  { word: 'limits', path: '/settings/limits', tag: 'companies.view' },
  { word: 'fees', path: '/settings/fees', tag: 'fees.view' },
] as const

const Pages = ({ id }: { id: string }) => {
  const t = useText('companies')
  const can = useCan()
  const path = usePath()
  const shown = pages.filter(({ tag }) => can(tag))
  if (shown.length < 2) return null
  return (
    <nav aria-label={t('company')} className="flex gap-5 overflow-x-auto border-b border-line">
      {shown.map(({ word, path: own }) => {
        const to = `/admin/companies/${id}${own}`
        return (
          <Link
            key={word}
            to={to}
            replace
            aria-current={path === to ? 'page' : undefined}
            className={cx(
              '-mb-px flex h-11 min-w-11 shrink-0 items-center border-b-2 whitespace-nowrap md:h-10 md:min-w-0 md:text-base',
              path === to
                ? 'border-brand font-semibold text-brand-text'
                : 'border-transparent text-mute hover:text-ink',
            )}
          >
            {t(`pages.${word}`)}
          </Link>
        )
      })}
    </nav>
  )
}

/** The way from the top of the reader's tree to this company. */
const Trail = ({ company: { trail } }: { company: CompanyRecord }) => {
  const t = useText('companies')
  if (trail.length < 2) return null
  return (
    <nav aria-label={t('trail')}>
      <ol className="flex flex-wrap gap-x-1.5 text-base text-mute md:text-sm">
        {trail.map(({ id, name }, at) => (
          <li key={id} className="flex items-center gap-x-1.5 wrap-anywhere">
            {at > 0 && <span aria-hidden>›</span>}
            {at === trail.length - 1 ? (
              <span aria-current="page">{name}</span>
            ) : (
              <Link
                to={`/admin/companies/${id}`}
                className="inline-flex min-h-11 min-w-11 items-center underline-offset-4 hover:underline md:min-h-6 md:min-w-6"
              >
                {name}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The frame of every page about one company: its name, state, place and pages. */
export const CompanyFrame = ({
  actions,
  children,
}: {
  actions?: (company: CompanyRecord) => ReactNode
  children: (company: CompanyRecord) => ReactNode
}) => {
  const t = useText('companies')
  const id = usePathParam('id')
  return (
    <div className="mx-auto w-full max-w-260">
      <WithCompany key={id} id={id}>
        {(company) => (
          <Stack>
            <div className="*:[header]:pb-0">
              <PageHeader
                title={company.name}
                back="/admin/companies"
                status={
                  <span className="flex items-center gap-2">
                    <CompanyStatus {...company} />
                    <Tag>{t('tier', { tier: String(company.tier) })}</Tag>
                  </span>
                }
                actions={actions?.(company)}
              />
              <Trail company={company} />
            </div>
            <Pages id={id} />
            {!company.active && <NoteBox tone="neutral" title={t('closedNote')} />}
            {company.active && company.closedAbove && <NoteBox tone="warn" title={t('closedAboveNote')} />}
            {children(company)}
          </Stack>
        )}
      </WithCompany>
    </div>
  )
}
