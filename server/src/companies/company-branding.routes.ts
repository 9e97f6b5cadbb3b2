import { brandOf } from '@cardamom/contract/companies/brand-colour'
import {
  changeCompanyBranding,
  changeCompanyLogo,
  logoBytes,
} from '@cardamom/contract/companies/company-branding'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { encodePicture } from '../kernel/picture.ts'
import type { Queries } from '../kernel/queries.ts'
import { readCompany } from './companies.sql.ts'
import { createCompanyUpdate, type CompanyChanges } from './company-update.ts'
import { readDomain } from './company-domain.ts'
import { recordOf, type CompanyFacts } from './company-record.ts'
import { companyInScope } from './company-records.routes.ts'
import { findCompanyOfDomain, type CompanyLineRow } from './company-records.sql.ts'
import { houseId } from './company.ts'

/** Side of a stored logo: twice the largest size in which pages and mail show it. */
const sidePx = 96
const colours = 64
const transparent = { r: 255, g: 255, b: 255, alpha: 0 }

/** A logo as the pages and mails show it: 96 by 96 pixels, as PNG. */
const encodeLogo = (base64: string) =>
  encodePicture(base64, {
    mostBytes: logoBytes,
    type: 'image/png',
    draw: (picture) =>
      picture
        .resize(sidePx, sidePx, { fit: 'contain', background: transparent })
        .png({ palette: true, colours, effort: 7 }),
  })

/** Colour and logo belong together: a company that inherits the colour inherits the logo. */
const colourOf = (hex: string | null | undefined): CompanyChanges => {
  if (hex === undefined) return {}
  if (hex === null) return { brandHex: null, hue: null, chroma: null, logoUrl: null }
  return { brandHex: hex.toLowerCase(), ...brandOf(hex) }
}

/** Colour, logo and domain of a company (domain §1, ux §3). */
export const mountCompanyBranding = (kernel: Kernel, facts: CompanyFacts): void => {
  const { mount, config } = kernel
  const change = createCompanyUpdate(kernel, facts)
  const platformHost = new URL(config.PUBLIC_URL).hostname

  const domainOf = async (
    sql: Queries,
    company: CompanyLineRow,
    of: { typed: string | null | undefined; isDecider: boolean },
  ): Promise<
    Answer<CompanyChanges, 'parent_decides' | 'validation' | 'domain_not_possible' | 'domain_used'>
  > => {
    if (of.typed === undefined || of.typed === company.domain) return accepted({})
    if (!of.isDecider) return refused('parent_decides')
    if (company.id === houseId) return refused('domain_not_possible', { field: 'domain' })
    if (of.typed === null) return accepted({ domain: null })
    const domain = readDomain(of.typed, platformHost)
    if (!domain.accepted) return domain
    const owner = await findCompanyOfDomain(sql, domain.value)
    const isOwned = owner !== null && owner !== company.id
    return isOwned ? refused('domain_used', { field: 'domain' }) : accepted({ domain: domain.value })
  }

  mount(
    changeCompanyBranding,
    (call) =>
      change(call, async (company, { isDecider }) => {
        const { brandHex, domain: typed } = call.input
        const domain = await domainOf(call.sql, company, { typed, isDecider })
        return domain.accepted ? accepted({ ...colourOf(brandHex), ...domain.value }) : domain
      }),
    companyInScope,
  )

  mount(
    changeCompanyLogo,
    async ({ input: { file }, finish, me, params, request }) => {
      const logo = file === null ? accepted(null) : await encodeLogo(file)
      if (!logo.accepted) return logo
      return finish(
        (sql) => recordOf(sql, params.id, { me, config, facts }),
        async (tx) => {
          const changed = await change<never>({ ...tx, me, params, request }, async (company) => {
            // Without a colour of its own the company would still show the logo of the one above.
            const { hue, chroma } = company.hue === null ? await readCompany(tx.sql, company.id) : company
            return accepted({ logoUrl: logo.value, hue, chroma })
          })
          return changed.accepted ? undefined : changed
        },
      )
    },
    companyInScope,
  )
}
