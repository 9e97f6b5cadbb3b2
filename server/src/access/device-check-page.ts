import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deviceCheckPath } from '@cardamom/contract/access/device-check'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readIsProfiled } from './profiling-consents.sql.ts'
import { createProfilingCookies } from './profiling-cookies.ts'
import { createSessionCookie } from './session-cookie.ts'
import { readSessionRules } from './session-rules.ts'
import { isOver } from './session.ts'
import { findSessionOfCookie } from './sessions.sql.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { brandName, type Company } from '../companies/company.ts'
import { deviceCheckPolicy, noPermissions, policyText } from '../kernel/content-security.ts'
import { beforeLogin } from '../kernel/scopes.ts'
import type { Kernel } from '../kernel/module.ts'
import type { StepUpService } from '../kernel/step-up-service.ts'

const ownOrigin = 'http://own.invalid'

/** Where the browser continues: a path of ours, never another site or this page again. */
export const onwardPath = (wanted: unknown): string => {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || !URL.canParse(wanted, ownOrigin)) return '/'
  const { origin, pathname, search } = new URL(wanted, ownOrigin)
  const isOwn = origin === ownOrigin && !pathname.startsWith('//')
  return isOwn && pathname !== deviceCheckPath ? `${pathname}${search}` : '/'
}

const asHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Fills in the built page: `{{name}}` in text and in quoted attributes. */
export const filledPage = (page: string, facts: Readonly<Record<string, string>>): string =>
  page.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => asHtml(facts[name] ?? ''))

const readPage = (webDir: string | null): string | null => {
  const file = webDir === null ? null : join(webDir, 'device-check.html')
  return file !== null && existsSync(file) ? readFileSync(file, 'utf8') : null
}

const languageOf = (request: FastifyRequest) => (request.cookies['cardamom'] === 'es' ? 'es' : 'en')

/**
 * The only page that runs the profiler's script. It is a separate document, so the script never shares one
 * with cards or a step-up. Every other page's policy refuses the profiler's origin. This page's policy
 * refuses our calls, our pages, passkeys and the camera. A person who is not profiled is redirected at once,
 * without the policy.
 */
export const mountDeviceCheck = (
  { app, config, db, clock, messageOf, log }: Kernel,
  { webDir, stepUpService }: { webDir: string | null; stepUpService: StepUpService | null },
): void => {
  const page = readPage(webDir)
  const policy = deviceCheckPolicy(config)
  const sessions = createSessionCookie(config)
  const cookies = createProfilingCookies(config)

  /** The company of a person whose device may be profiled now; null: it may not. */
  const profiledAt = async (request: FastifyRequest): Promise<Company | null> => {
    const cookie = sessions.read(request)
    if (cookie === null) return null
    return db.read(beforeLogin, async (sql) => {
      const session = await findSessionOfCookie(sql, cookie)
      if (!session || session.lockedAt !== null) return null
      if (isOver(session, { now: clock.realNow(), rules: await readSessionRules(sql) })) return null
      const isWanted = await readIsProfiled(sql, config, session)
      return isWanted ? readCompany(sql, session.companyId) : null
    })
  }

  const show = (reply: FastifyReply, request: FastifyRequest, of: { company: Company; next: string }) => {
    const lang = languageOf(request)
    const { company, next } = of
    const text = (name: string) => messageOf(lang, `deviceProfiling.check.${name}`)
    return (
      reply
        .header('content-security-policy', policyText(policy ?? {}))
        .header('permissions-policy', noPermissions)
        // The opener policy separates this page from windows of ours.
        .header('cross-origin-opener-policy', 'same-origin')
        .header('referrer-policy', 'no-referrer')
        .type('text/html; charset=utf-8')
        .send(
          filledPage(page ?? '', {
            lang,
            title: `${text('title')} · ${brandName(company)}`,
            heading: text('title'),
            lead: text('lead'),
            skip: text('skip'),
            hue: String(company.hue),
            chroma: String(company.chroma),
            profiler: config.PROFILER_URL?.replace(/\/+$/, '') ?? '',
            tenant: stepUpService?.tenantId ?? '',
            next,
          }),
        )
    )
  }

  app.get(deviceCheckPath, { config: { isPage: true } }, async (request, reply) => {
    const next = onwardPath((request.query as Record<string, unknown>)['next'])
    void reply.header('cache-control', 'no-store')
    cookies.settle(reply)
    try {
      const isPossible = page !== null && policy !== null && stepUpService !== null
      const company = isPossible ? await profiledAt(request) : null
      if (company) return await show(reply, request, { company, next })
      cookies.end(request, reply)
    } catch (error) {
      // The person continues after any error.
      log.error('The device check could not be shown', error, { requestId: request.id })
    }
    return reply.redirect(next, 302)
  })
}
