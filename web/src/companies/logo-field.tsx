import { changeCompanyLogo, logoBytes } from '@cardamom/contract/companies/company-branding'
import { getCompany } from '@cardamom/contract/companies/company-record'
import { ImageUp, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { BrandMark } from '../ui/brand-mark.tsx'
import { FieldError } from '../ui/field.tsx'
import type { CompanyRecord } from './use-company.tsx'

const kinds = ['image/jpeg', 'image/png', 'image/webp']

/** The file's bytes in base64. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')))
    reader.readAsDataURL(file)
  })

/** The logo, and the buttons that replace and remove it. A choice is saved at once. */
export const LogoField = ({ company }: { company: CompanyRecord }) => {
  const t = useText('companySettings')
  const input = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const [isWrong, setWrong] = useState(false)
  const change = useAction(changeCompanyLogo, {
    changes: [getCompany],
    onDone: () => toastSuccess(t('logo.saved')),
  })
  const send = (file: string | null) =>
    change.mutate({ params: { id: company.id }, input: { file }, ifMatch: String(company.version) })
  const choose = async (file: File | undefined) => {
    if (!file) return
    const fits = file.size <= logoBytes && kinds.includes(file.type)
    setWrong(!fits)
    if (fits) send(await base64Of(file))
  }
  const { hasOwnBranding, logoUrl, name, isOperatorCompany } = company
  return (
    <div className="flex flex-col gap-2">
      <span className="text-base font-medium md:text-sm">{t('logo.label')}</span>
      <div className="flex flex-wrap items-center gap-3">
        <BrandMark logoUrl={logoUrl} name={name} isOwn={isOperatorCompany} size={48} />
        <input
          ref={input}
          type="file"
          accept={kinds.join(',')}
          aria-label={t('logo.choose')}
          aria-describedby={isWrong ? errorId : undefined}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void choose(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button icon={ImageUp} busy={change.isPending} onClick={() => input.current?.click()}>
          {t('logo.choose')}
        </Button>
        {hasOwnBranding && logoUrl !== null && (
          <Button variant="ghost" icon={Trash2} busy={change.isPending} onClick={() => send(null)}>
            {t('logo.remove')}
          </Button>
        )}
      </div>
      {isWrong ? (
        <FieldError id={errorId}>{t('logo.wrong')}</FieldError>
      ) : (
        <p className="text-base text-mute md:text-sm">{t('logo.hint')}</p>
      )}
    </div>
  )
}
