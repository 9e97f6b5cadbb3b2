import {
  approveKyc,
  getKycCase,
  listKycImages,
  rejectKyc,
  resetKyc,
  type KycDecision,
} from '@cardamom/contract/kyc/kyc-cases'
import type { FastifyRequest } from 'fastify'
import { readUser } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { noVersion, versionIn } from '../kernel/if-match.ts'
import type { Queries } from '../kernel/queries.ts'
import type { WriteTransaction } from '../kernel/write-transaction.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { Handler } from '../kernel/mount-context.ts'
import type { KycProvider } from '../providers/kyc/port.ts'
import { findCase, findSession } from './kyc-cases.sql.ts'
import type { StartedCase } from './kyc-cases.sql.ts'
import { readCaseDetail } from './kyc-case-detail.ts'
import { caseRow } from './kyc-case-row.ts'
import { kycCasesList } from './kyc-cases.list.ts'
import { decideCase } from './kyc-decision.ts'
import { decisionEvents } from './kyc-status.ts'
import { watermarked } from './watermark.ts'

/** A started case in the scope of the caller. */
const findStarted = async (sql: Queries, id: string): Promise<StartedCase | null> => {
  const row = await findCase(sql, id)
  return row?.status ? { ...row, status: row.status } : null
}

type DecisionCall = WriteTransaction & {
  readonly params: { readonly id: string }
  readonly input: { readonly note: string }
  readonly me: { readonly userId: string }
  readonly request: FastifyRequest
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

  mount(getKycCase, async ({ sql, me, params, concerns }) => {
    const row = await findStarted(sql, params.id)
    if (!row) return refused('record_not_found')
    concerns(row.userId)
    return accepted(await readCaseDetail({ sql, encryption, me }, row))
  })

  const readImages: Handler<typeof listKycImages> = async ({ me, read, params, finish, concerns }) => {
    if (me.impersonatorId !== null) return refused('permission_denied')
    const found = await read(async (sql) => {
      const row = await findStarted(sql, params.id)
      const viewer = await readUser(sql, me.userId)
      return (
        row && {
          userId: row.userId,
          viewer: { email: viewer?.email ?? me.userId, at: kernel.clock.realNow() },
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
      const marked = await watermarked(image.value, found.viewer).catch(() => null)
      if (marked === null) return refused('FL001')
      items.push({ side, contentType: 'image/jpeg' as const, base64: marked.toString('base64') })
    }
    return finish({ items })
  }
  mount(listKycImages, readImages, inScope)

  const decide =
    (decision: KycDecision) =>
    async ({ params, input, me, request, ...tx }: DecisionCall) => {
      const version = versionIn(request)
      if (version === null) return refused('validation', noVersion)
      const event = decisionEvents[decision]
      const draft = { caseId: params.id, event, note: input.note, adminId: me.userId, version }
      const decided = await decideCase(kernel, tx, draft)
      if (!decided.accepted) return decided
      return accepted(await caseRow(tx.sql, decided.value))
    }
  mount(approveKyc, decide('approve'), inScope)
  mount(rejectKyc, decide('reject'), inScope)
  mount(resetKyc, decide('reset'), inScope)
}
