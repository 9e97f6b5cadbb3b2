import { getCompanyBranding, getConfig } from '@cardamom/contract/companies'
import type { FastifyRequest } from 'fastify'
import { accepted } from '../kernel/answer.ts'
import type { Config } from '../kernel/config.ts'
import { allTenants } from '../kernel/database.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Kernel } from '../kernel/module.ts'
import { proxyPath, stepUpServiceOf } from '../kernel/step-up-service.ts'
import { readSetting } from '../settings/settings.sql.ts'
import { brandName } from './company.ts'
import { companyOfRequest } from './company-of-request.ts'

const brandingMaxAgeSeconds = 60

/** Hosts that are sandbox, with their subdomains (product §1). */
const sandboxHosts = ({ mode, QA_HOST }: Config): string[] =>
  mode === 'sandbox' ? ['localhost', ...(QA_HOST ? [QA_HOST] : [])] : []

export type CompaniesNeeds = {
  readonly version: string
  /** The folder of the built pages; null while Vite serves them. */
  readonly webDir: string | null
  /** People to try the product as; shown in sandbox mode only. */
  readonly demoAccounts: readonly { readonly email: string; readonly name: string; readonly role: string }[]
  readonly demoPassword: string
}

/** What can be known before anybody signs in: how the host's company looks, and what the server is. */
export const companiesModule = (kernel: Kernel, needs: CompaniesNeeds): void => {
  const { mount, config, page, db } = kernel
  const sandbox = config.mode === 'sandbox'
  const stepUp = stepUpServiceOf(config)
  /** Compared by open tabs, which offer to refresh when it changes (product §4). */
  const version = () =>
    needs.webDir === null ? needs.version : `${needs.version}+${page.build(needs.webDir)}`
  const brandingOf = async (sql: Queries, request: Pick<FastifyRequest, 'host'>) => {
    const company = await companyOfRequest(sql, request, config)
    const { id, slug, contactEmail, hue, chroma, logoUrl, timeZone, active } = company
    return {
      id,
      slug,
      name: brandName(company),
      contactEmail: contactEmail ?? config.SUPPORT_EMAIL,
      hue,
      chroma,
      logoUrl,
      timeZone,
      open: active,
    }
  }
  const configNow = async (sql: Queries) => ({
    mode: config.mode,
    version: version(),
    webHostnames: sandboxHosts(config),
    mailboxUrl: sandbox ? (config.MAILBOX_PUBLIC_URL ?? null) : null,
    shopUrl: sandbox ? (config.SHOP_PUBLIC_URL ?? null) : null,
    // Under the origin of whichever host asks, unless the provider is reached directly.
    authsignal: {
      tenantId: stepUp?.tenantId ?? '',
      baseUrl: stepUp ? (stepUp.proxied ? proxyPath : stepUp.apiUrl) : '',
    },
    countries: await readSetting(sql, 'supportedCountries'),
    demoAccounts: sandbox ? [...needs.demoAccounts] : [],
    demoPassword: sandbox ? needs.demoPassword : null,
  })
  mount(getCompanyBranding, async ({ sql, request, reply }) => {
    void reply.header('cache-control', `public, max-age=${brandingMaxAgeSeconds}`).header('vary', 'host')
    return accepted(await brandingOf(sql, request))
  })
  mount(getConfig, async ({ sql }) => accepted(await configNow(sql)))
  // The first paint says both: they come with the page.
  page.tell('branding', (request) => db.read(allTenants, (sql) => brandingOf(sql, request)))
  page.tell('config', () => db.read(allTenants, configNow))
}
