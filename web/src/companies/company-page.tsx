import { activateCompany, getCompany, listCompanies } from '@cardamom/contract/companies/company-record'
import { useState } from 'react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { Notes } from '../ui/notes/notes.tsx'
import { Stack } from '../ui/page-parts.tsx'
import { Panel } from '../ui/panel.tsx'
import { SplitRules } from '../ui/split-rules.tsx'
import { CompanyFacts } from './company-facts.tsx'
import { CompanyHistory } from './company-history.tsx'
import { CompanyFrame } from './company-frame.tsx'
import type { CompanyRecord } from './use-company.tsx'

preloadText('companies')
preloadText('companySettings')

const ParentDialog = dialogPart(async () => (await import('./company-parent-dialog.tsx')).CompanyParentDialog)
const CloseDialog = dialogPart(async () => (await import('./close-company-dialog.tsx')).CloseCompanyDialog)

const Activation = ({ company }: { company: CompanyRecord }) => {
  const t = useText('companies')
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  const reopen = useAction(activateCompany, {
    changes: [getCompany, listCompanies],
    onDone: ({ name }) => toastSuccess(t('reopen.done', { name })),
  })
  if (!company.mayDecide || company.isOperatorCompany || !can('companies.update')) return null
  if (company.active)
    return (
      <>
        <Button onClick={() => setIsOpen(true)}>{t('close.action')}</Button>
        <CloseDialog open={isOpen} company={company} onClose={() => setIsOpen(false)} />
      </>
    )
  return (
    <Button
      variant="primary"
      busy={reopen.isPending}
      onClick={() => reopen.mutate({ params: { id: company.id }, ifMatch: String(company.version) })}
    >
      {t('reopen.action')}
    </Button>
  )
}

const ParentChange = ({ company }: { company: CompanyRecord }) => {
  const t = useText('companies')
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  if (!company.mayDecide || company.isOperatorCompany || !can('companies.update')) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('parent.action')}</Button>
      <ParentDialog open={isOpen} company={company} onClose={() => setIsOpen(false)} />
    </>
  )
}

/** One company: `/admin/companies/:id`. */
export const CompanyPage = () => {
  const t = useText('companies')
  const can = useCan()
  return (
    <CompanyFrame>
      {(company) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
          <Stack className="min-w-0">
            <Panel title={t('about')}>
              <CompanyFacts company={company} />
            </Panel>
            {company.tier === 4 && <SplitRules companyId={company.id} />}
            <div className="flex flex-wrap items-center justify-between gap-3">
              <div className="flex flex-wrap gap-x-5 empty:hidden">
                {company.belowCount > 0 && (
                  <TextLink to="/admin/companies" search={{ parentId: company.id }}>
                    {t('below')}
                  </TextLink>
                )}
                {can('wallets.view') && !company.isOperatorCompany && (
                  <TextLink to={`/admin/wallets/${company.id}`}>{t('wallets')}</TextLink>
                )}
                {can('fees.view') && (
                  <TextLink to="/admin/fees" search={{ companyId: company.id }}>
                    {t('fees')}
                  </TextLink>
                )}
              </div>
              <div className="flex flex-wrap gap-2 empty:hidden">
                <ParentChange company={company} />
                <Activation company={company} />
              </div>
            </div>
          </Stack>
          <Stack className="min-w-0">
            <Notes kind="company" id={company.id} />
            <CompanyHistory id={company.id} />
          </Stack>
        </div>
      )}
    </CompanyFrame>
  )
}
