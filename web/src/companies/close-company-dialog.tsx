import { deactivateCompany, getCompany, listCompanies } from '@cardamom/contract/companies/company-record'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { CompanyRecord } from './use-company.tsx'

/** Says what closing a company means (domain §14), and closes it. */
export const CloseCompanyDialog = ({
  open,
  company,
  onClose,
}: {
  open: boolean
  company: CompanyRecord
  onClose: () => void
}) => {
  const t = useText('companies')
  const close = useAction(deactivateCompany, {
    changes: [getCompany, listCompanies],
    onDone: ({ name }) => {
      toastSuccess(t('close.done', { name }))
      onClose()
    },
  })
  return (
    <Dialog
      open={open}
      size="small"
      onClose={onClose}
      busy={close.isPending}
      title={t('close.title', { name: company.name })}
      lead={t('close.lead')}
      cancel={t('close.cancel')}
      actions={
        <Button
          variant="danger"
          busy={close.isPending}
          onClick={() => close.mutate({ params: { id: company.id }, ifMatch: String(company.version) })}
        >
          {t('close.action')}
        </Button>
      }
    >
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>{t('close.people')}</li>
        <li>{t('close.staff')}</li>
        <li>{t('close.cards')}</li>
        <li>{t('close.undo')}</li>
      </ul>
    </Dialog>
  )
}
