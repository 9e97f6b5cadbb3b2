import { changeCompanyLogo, logoBytes } from '@cardamom/contract/companies/company-branding'
import { getCompany } from '@cardamom/contract/companies/company-record'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import { PictureField } from '../ui/picture-field.tsx'
import type { CompanyRecord } from './use-company.tsx'

/** The logo, and the buttons that replace and remove it. A choice is saved at once. */
export const LogoField = ({ company }: { company: CompanyRecord }) => {
  const t = useText('companySettings')
  const change = useAction(changeCompanyLogo, {
    changes: [getCompany],
    onDone: () => toastSuccess(t('logo.saved')),
  })
  const { hasOwnBranding, logoUrl, name, isOperatorCompany } = company
  return (
    <PictureField
      texts={{
        label: t('logo.label'),
        choose: t('logo.choose'),
        remove: t('logo.remove'),
        hint: t('logo.hint'),
        wrong: t('logo.wrong'),
      }}
      mostBytes={logoBytes}
      busy={change.isPending}
      canRemove={hasOwnBranding && logoUrl !== null}
      send={(file) =>
        change.mutate({ params: { id: company.id }, input: { file }, ifMatch: String(company.version) })
      }
    >
      <BrandMark logoUrl={logoUrl} name={name} isOwn={isOperatorCompany} size={48} />
    </PictureField>
  )
}
