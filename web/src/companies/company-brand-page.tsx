import { brandOf } from '@cardamom/contract/companies/brand-colour'
import { changeCompanyBranding } from '@cardamom/contract/companies/company-branding'
import { useState } from 'react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { PageWithAside } from '../ui/page-parts.tsx'
import { Panel } from '../ui/panel.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { CompanyFormPart, type CompanyField } from './company-form.tsx'
import { CompanyFrame } from './company-frame.tsx'
import { LogoField } from './logo-field.tsx'
import type { CompanyRecord } from './use-company.tsx'

preloadText('companies')
preloadText('recordForm')
preloadText('companySettings')
preloadText('refusals')
preloadText('fields')

const hexForm = /^#[0-9a-f]{6}$/i

/** The colour as a text, and the browser's own chooser beside it. */
const BrandForm = ({ company, show }: { company: CompanyRecord; show: (hex: string) => void }) => {
  const t = useText('companySettings')
  // The colour is the last field, so that the chooser follows it.
  const fields: CompanyField[] = [
    ...(company.isOperatorCompany
      ? []
      : [
          {
            name: 'domain',
            label: t('brand.domain'),
            hint: company.mayDecide
              ? t('brand.domainHint', { target: company.domainTarget })
              : t('decidedAbove'),
            typedOf: ({ domain }: CompanyRecord) => domain ?? '',
            isFixed: !company.mayDecide,
          },
        ]),
    {
      name: 'brandHex',
      label: t('brand.colour'),
      hint: t('brand.colourHint'),
      typedOf: ({ brandHex }) => brandHex ?? '',
    },
  ]
  return (
    <CompanyFormPart company={company} endpoint={changeCompanyBranding} fields={fields}>
      {({ typed, form, inputs }) => {
        const hex = typed['brandHex'] ?? ''
        return (
          <div
            className="flex flex-col gap-5"
            onInput={() => show(form.getValues('brandHex'))}
            onChange={() => show(form.getValues('brandHex'))}
          >
            {inputs}
            <label className="flex items-center gap-3 text-base md:text-sm">
              <input
                type="color"
                value={hexForm.test(hex) ? hex.toLowerCase() : '#176b4d'}
                onChange={(event) => {
                  form.setValue('brandHex', event.target.value, { shouldDirty: true, shouldValidate: true })
                  show(event.target.value)
                }}
                className="h-11 w-16 cursor-pointer rounded-md border border-ctl bg-surface p-1 md:h-9"
              />
              {t('brand.choose')}
            </label>
          </div>
        )
      }}
    </CompanyFormPart>
  )
}

const Brand = ({ company }: { company: CompanyRecord }) => {
  const t = useText('companySettings')
  const [hex, setHex] = useState<string | null>(null)
  const saved = { hue: company.hue, chroma: company.chroma }
  const shown = hex !== null && hexForm.test(hex) ? brandOf(hex) : saved
  return (
    <PageWithAside
      aside={
        <BrandPreview
          name={company.name}
          isOwn={company.isOperatorCompany}
          logoUrl={company.logoUrl}
          hue={shown.hue}
          chroma={shown.chroma}
        />
      }
    >
      <Panel title={t('brand.title')}>
        <div className="flex flex-col gap-6">
          <BrandForm company={company} show={setHex} />
          <LogoField company={company} />
          {!company.hasOwnBranding && (
            <p className="text-base text-mute md:text-sm">{t('brand.inherited')}</p>
          )}
        </div>
      </Panel>
    </PageWithAside>
  )
}

/** Colour, logo and domain of a company, with a live preview: `/admin/companies/:id/settings/brand`. */
export const CompanyBrandPage = () => (
  <CompanyFrame>{(company) => <Brand key={company.id} company={company} />}</CompanyFrame>
)
