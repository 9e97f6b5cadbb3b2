import { approveRequest, type Approval } from '@cardamom/contract/approvals'
import type { Endpoint } from '@cardamom/contract/endpoint'
import { findCompanyBySlug } from '../../companies/companies.sql.ts'
import type { Kernel } from '../../kernel/module.ts'
import { wholeInstallation } from '../../kernel/scopes.ts'
import { demoPeople, type DemoPerson } from '../demo-cast.ts'
import type { createDemoActions } from './demo-actions.ts'
import { createDemoConfirmation } from './demo-confirmation.ts'
import { DemoRefusal } from './demo-person.ts'

export type CallAnswer = { readonly id: string; readonly approvalId?: string }
type CallValues = { readonly params?: Readonly<Record<string, string>>; readonly input: object }

export const personOf = (name: string): DemoPerson => {
  const person = demoPeople.find(({ email }) => email.startsWith(`${name}@`))
  if (!person) throw new Error(`The demo has no person ${name}`)
  return person
}
const pathOf = ({ path }: Endpoint, params: Readonly<Record<string, string>> = {}) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')

/** The refusal is part of the history: it is in the audit trail. */
export const refusedWith = (sent: Promise<unknown>, code: string): Promise<null> =>
  sent.then(
    () => {
      throw new Error(`The demo expected the refusal ${code}`)
    },
    (error: unknown) => {
      if (error instanceof DemoRefusal && error.code === code) return null
      throw error
    },
  )

/** Calls of the demo's people by their names, with the confirmations and second persons that the calls need. */
export const createPartnerCalls = (
  kernel: Pick<Kernel, 'db' | 'ids' | 'clock'>,
  { browserOf, passUntil }: Pick<ReturnType<typeof createDemoActions>, 'browserOf' | 'passUntil'>,
) => {
  const { db, clock } = kernel
  const confirm = createDemoConfirmation(kernel)
  let calls = 0

  const browserNamed = (who: string) => browserOf(personOf(who))
  const companyOf = async (slug: string): Promise<string> => {
    const id = await db.read(wholeInstallation, (sql) => findCompanyBySlug(sql, slug))
    if (!id) throw new Error(`The demo has no company ${slug}`)
    return id
  }
  const send = async <T = CallAnswer>(who: string, declared: Endpoint, of: CallValues): Promise<T> => {
    const person = personOf(who)
    const browser = await browserOf(person)
    const grant = declared.stepUp ? await confirm(person.email, declared, of) : undefined
    calls += 1
    const key = `demo-${clock.now().getTime()}-${calls}`
    return browser.post<T>(pathOf(declared, of.params), of.input, key, grant)
  }
  /** Sends a call that may need a second person, who approves what they see. */
  const decided = async (
    who: string,
    checker: string | undefined,
    ...[declared, of]: [Endpoint, CallValues]
  ): Promise<string> => {
    const answer = await send(who, declared, of)
    if (!answer.approvalId || checker === undefined) return answer.id
    const browser = await browserNamed(checker)
    const { version } = await browser.get<Approval>(`/approvals/${answer.approvalId}`)
    const params = { id: answer.approvalId }
    const approval = await send<Approval>(checker, approveRequest, { params, input: { version } })
    if (approval.status !== 'approved')
      throw new Error(`The demo's request ended as ${approval.failure?.code}`)
    return answer.approvalId
  }
  const until = (who: string, path: string, statuses: readonly string[]) =>
    passUntil(async () => {
      const browser = await browserNamed(who)
      return statuses.includes((await browser.get<{ status: string }>(path)).status)
    })

  return { companyOf, browserNamed, send, decided, until }
}
