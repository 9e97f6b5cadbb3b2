import { getCompanyBranding, getConfig } from '@cardamom/contract/companies'
import type { WireOf } from '@cardamom/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { accepted } from '../kernel/answer.ts'
import type { Config } from '../kernel/config.ts'
import { beforeLogin } from '../kernel/scopes.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Kernel } from '../kernel/module.ts'
import { proxyPath, stepUpServiceOf } from '../kernel/step-up-service.ts'
import { readSupportEmail } from './support-email.sql.ts'
import { readSettings } from '../settings/settings.sql.ts'
import { readOpenIncidents } from '../settings/incidents.sql.ts'
import { stateOf } from '../settings/incident.ts'
import { brandName } from './company.ts'
import { companyOfRequest } from './company-of-request.ts'
import type { CompanyFacts } from './company-record.ts'
import { mountCompanyBranding } from './company-branding.routes.ts'
import { mountCompanyHistory } from './company-history.routes.ts'
import { mountCompanyParents } from './company-parent.routes.ts'
import { mountCompanyRecords } from './company-records.routes.ts'
import { mountCompanySettings } from './company-settings.routes.ts'
import { companyStepUps } from './company-step-up.ts'

const brandingMaxAgeSeconds = 60

/** Hosts of the sandbox. Their subdomains belong to it too (product §1). */
const sandboxHosts = ({ mode, QA_HOST }: Config): string[] =>
  mode === 'sandbox' ? ['localhost', ...(QA_HOST ? [QA_HOST] : [])] : []

export type CompaniesNeeds = {
  readonly version: string
  /** The folder of the built pages; null while Vite serves them. */
  readonly webDir: string | null
  /** Demo accounts for the login page, shown in sandbox mode only. */
  readonly demoAccounts: WireOf<typeof getConfig>['demoAccounts']
  readonly demoPassword: string
  /** What higher modules know about companies. */
  readonly facts: CompanyFacts
}

/**
 * The tree of companies, and public facts that are needed before sign-in: the branding of the host's company, and
 * the configuration of the server.
 */
export const companiesModule = (kernel: Kernel, needs: CompaniesNeeds) => {
  const { mount, config, page, db, clock } = kernel
  const sandbox = config.mode === 'sandbox'
  const stepUp = stepUpServiceOf(config)
  /** Open tabs compare it, and offer to refresh when it changes (product §4). */
  const version = () =>
    needs.webDir === null ? needs.version : `${needs.version}+${page.build(needs.webDir)}`
  const brandingOf = async (sql: Queries, request: Pick<FastifyRequest, 'host'>) => {
    const company = await companyOfRequest(sql, request, config)
    const { id, slug, contactEmail, hue, chroma, logoUrl, timeZone, active, supportHours } = company
    return {
      id,
      slug,
      name: brandName(company),
      contactEmail: contactEmail ?? (await readSupportEmail(sql, config)),
      hue,
      chroma,
      logoUrl,
      timeZone,
      supportHours,
      open: active,
    }
  }
  const configNow = async (sql: Queries) => {
    const now = clock.now()
    const {
      supportedCountries: countries,
      passwordMinimum,
      explorerLinks,
    } = await readSettings(sql, ['supportedCountries', 'passwordMinimum', 'explorerLinks'])
    return {
      mode: config.mode,
      version: version(),
      webHostnames: sandboxHosts(config),
      mailboxUrl: sandbox ? (config.MAILBOX_PUBLIC_URL ?? null) : null,
      shopUrl: sandbox ? (config.SHOP_PUBLIC_URL ?? null) : null,
      // The path is relative to the requested host, unless browsers reach the provider directly.
      authsignal: {
        tenantId: stepUp?.tenantId ?? '',
        baseUrl: stepUp ? (stepUp.proxied ? proxyPath : stepUp.apiUrl) : '',
      },
      countries,
      passwordMinimum,
      explorerLinks: [...explorerLinks],
      incidents: (await readOpenIncidents(sql, now))
        .filter((each) => stateOf(each, now) === 'current')
        .map(({ id }) => id),
      demoAccounts: sandbox ? [...needs.demoAccounts] : [],
      demoPassword: sandbox ? needs.demoPassword : null,
    }
  }
  mount(getCompanyBranding, async ({ sql, request, reply }) => {
    void reply.header('cache-control', `public, max-age=${brandingMaxAgeSeconds}`).header('vary', 'host')
    return accepted(await brandingOf(sql, request))
  })
  mount(getConfig, async ({ sql }) => accepted(await configNow(sql)))
  // Both are part of the page, because the first paint needs them.
  page.tell('branding', (request) => db.read(beforeLogin, (sql) => brandingOf(sql, request)))
  page.tell('config', () => db.read(beforeLogin, configNow))
  mountCompanyRecords(kernel, needs.facts)
  mountCompanySettings(kernel, needs.facts)
  mountCompanyBranding(kernel, needs.facts)
  mountCompanyHistory(kernel, needs.facts)
  mountCompanyParents(kernel, needs.facts)
  return { stepUps: companyStepUps }
}
