import { approveKyc, getKycCase, listKycImages, rejectKyc, resetKyc } from '@cardamom/contract/kyc/kyc-cases'
import { accepted, refused } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import type { WriteTransaction } from '../kernel/write-transaction.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { Handler } from '../kernel/mount-context.ts'
import type { KycProvider } from '../providers/kyc/port.ts'
import { findCase, findSession } from './kyc-cases.sql.ts'
import type { StartedCase } from './kyc-cases.sql.ts'
import { caseRow } from './kyc-case-row.ts'
import { kycCasesList } from './kyc-cases.list.ts'
import { decideCase } from './kyc-decision.ts'
import { listEvents } from './kyc-events.sql.ts'
import type { KycAdminEvent } from './kyc-status.ts'
import { shownImages, shownStep } from './kyc-view.ts'
import { loadCase } from './kyc-viewed.ts'

/** A started case in the scope of the caller. */
const findStarted = async (sql: Queries, id: string): Promise<StartedCase | null> => {
  const row = await findCase(sql, id)
  return row?.status ? { ...row, status: row.status } : null
}

type DecisionCall = WriteTransaction & {
  readonly params: { readonly id: string }
  readonly input: { readonly note: string }
  readonly me: { readonly userId: string }
}

/** Finds the case before the reader has to confirm. */
const inScope = async ({
  sql,
  params,
}: {
  readonly sql: Queries
  readonly params: { readonly id: string }
}) => ((await findStarted(sql, params.id)) ? null : ('record_not_found' as const))

/**
 * The staff's calls for identity checks. The contract names their tags and step-ups, and `mount` checks them.
 */
export const mountKycAdmin = (kernel: Kernel, providerOf: (name: string) => KycProvider): void => {
  const { mount, encryption } = kernel

  mountList(kernel, kycCasesList)

  mount(getKycCase, async ({ sql, params, concerns }) => {
    const row = await findStarted(sql, params.id)
    if (!row) return refused('record_not_found')
    concerns(row.userId)
    const viewed = await loadCase(sql, encryption, row)
    const emptyPerson = { firstName: '', lastName: '', documentType: '', country: '' }
    const events = await listEvents(sql, row.id)
    return accepted({
      ...(await caseRow(sql, row)),
      findings: [...row.findings],
      stated: viewed.stated ?? emptyPerson,
      read: viewed.attempts.findLast(({ opened }) => opened !== null)?.opened ?? null,
      images: shownImages(viewed),
      hasSession: viewed.session !== null,
      version: row.version,
      timeline: viewed.steps.map((step) => ({
        ...shownStep(step, viewed.attempts),
        by: step.by,
        actorId: step.actorId,
        note: step.note,
      })),
      notices: events.map(({ what, receivedAt: at, changed }) => ({ what, at, changed })),
    })
  })

  const readImages: Handler<typeof listKycImages> = async ({ read, params, finish, concerns }) => {
    const found = await read(async (sql) => {
      const row = await findStarted(sql, params.id)
      return (
        row && {
          userId: row.userId,
          session: row.sessionId === null ? null : await findSession(sql, row.sessionId),
        }
      )
    })
    if (!found) return refused('record_not_found')
    concerns(found.userId)
    const { provider: name, providerSessionId: sessionId } = found.session ?? {}
    if (!name || !sessionId) return finish({ items: [] })
    const provider = providerOf(name)
    const listed = await provider.listImages(sessionId)
    // `rejected`: the provider has deleted the session and its pictures.
    if (listed.outcome === 'rejected') return finish({ items: [] })
    if (listed.outcome !== 'ok') return refused('FL001')
    const items = []
    for (const { imageId, side } of listed.value) {
      const image = await provider.readImage(imageId)
      if (image.outcome !== 'ok') return refused('FL001')
      items.push({ side, contentType: 'image/jpeg' as const, base64: image.value.toString('base64') })
    }
    return finish({ items })
  }
  mount(listKycImages, readImages, inScope)

  const decide =
    (event: KycAdminEvent) =>
    async ({ params, input, me, ...tx }: DecisionCall) => {
      const decision = { caseId: params.id, event, note: input.note, adminId: me.userId }
      const decided = await decideCase(kernel, tx, decision)
      if (!decided.accepted) return decided
      return accepted(await caseRow(tx.sql, decided.value))
    }
  mount(approveKyc, decide('admin.approved'), inScope)
  mount(rejectKyc, decide('admin.rejected'), inScope)
  mount(resetKyc, decide('admin.reset'), inScope)
}
