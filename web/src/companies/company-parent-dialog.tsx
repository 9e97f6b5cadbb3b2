import { changeCompanyParent, previewCompanyParent } from '@cardamom/contract/companies/company-parent'
import { getCompany, listCompanies } from '@cardamom/contract/companies/company-record'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useAction, useCall } from '../kernel/query.ts'
import { useSession } from '../kernel/session.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { ParentField, topRoles, type ParentChoice } from './parent-field.tsx'
import type { CompanyRecord } from './use-company.tsx'

const Facts = ({ found }: { found: WireOf<typeof previewCompanyParent> }) => {
  const t = useText('companies')
  const settings = useText('companySettings')
  const names = found.settings.map((name) => settings(`history.fields.${name as 'name'}`)).join(', ')
  const facts = [
    t('parent.tier', { before: String(found.tierBefore), after: String(found.tierAfter) }),
    t('parent.along', { count: found.belowCount }),
    t('parent.people', { count: found.people }),
    names === '' ? t('parent.sameSettings') : t('parent.settings', { names }),
    ...(found.changesBranding ? [t('parent.branding')] : []),
    t('parent.chains'),
  ]
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-5">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}

/** What the new place changes, or why it is not possible. */
const Preview = ({ company, parent }: { company: CompanyRecord; parent: ParentChoice | null }) => {
  const input = parent === null ? {} : { parentId: parent.id }
  const preview = useCall(previewCompanyParent, { params: { id: company.id }, input, errors: 'none' })
  const refusal = ({ error }: { error: { message: string } }) => (
    <NoteBox tone="bad" role="alert" title={error.message} />
  )
  return (
    <Loaded reads={{ preview }} failed={refusal}>
      {({ preview: found }) => <Facts found={found} />}
    </Loaded>
  )
}

/** Puts a company below another company, with all companies below it. */
export const CompanyParentDialog = ({
  open,
  company,
  onClose,
}: {
  open: boolean
  company: CompanyRecord
  onClose: () => void
}) => {
  const t = useText('companies')
  const { user } = useSession()
  const mayTop = topRoles.includes(user?.role_id ?? 0)
  const [parent, setParent] = useState<ParentChoice | null>(null)
  const change = useAction(changeCompanyParent, {
    changes: [getCompany, listCompanies],
    onDone: ({ name }) => {
      toastSuccess(t('parent.done', { name }))
      onClose()
    },
  })
  const isChosen = mayTop || parent !== null
  return (
    <Dialog
      open={open}
      size="form"
      onClose={onClose}
      busy={change.isPending}
      title={t('parent.title', { name: company.name })}
      cancel={t('parent.cancel')}
      actions={
        <Button
          variant="primary"
          busy={change.isPending}
          disabled={!isChosen || (parent?.id ?? null) === company.parentId}
          onClick={() =>
            change.mutate({
              params: { id: company.id },
              input: { parentId: parent?.id ?? null },
              ifMatch: String(company.version),
            })
          }
        >
          {t('parent.action')}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <ParentField mayTop={mayTop} start={company.parentId} choose={setParent} />
        {isChosen && (parent?.id ?? null) !== company.parentId && (
          <Preview company={company} parent={parent} />
        )}
      </div>
    </Dialog>
  )
}
