import type { Encryption } from '../kernel/encryption.ts'
import type { DescribedChange } from '../kernel/mount-context.ts'

/** What was requested, and what its maker was shown. It may have personal data, so it is stored encrypted. */
export type ApprovalContent = {
  /** Path parameters and body as they were sent. */
  readonly params: unknown
  readonly body: unknown
  readonly facts: Readonly<Record<string, string>>
  readonly changes: DescribedChange['changes']
  readonly version: string
}

const context = (id: string) => `approval:${id}`

export const encryptContent = (
  encryption: Encryption,
  id: string,
  content: ApprovalContent,
): Promise<Buffer> => encryption.encrypt(Buffer.from(JSON.stringify(content)), context(id))

const noContent: ApprovalContent = { params: {}, body: {}, facts: {}, changes: [], version: '' }

/** Requests of earlier versions of the product have no content, and none of them is open. */
export const decryptContent = async (
  encryption: Encryption,
  { id, encrypted }: { readonly id: string; readonly encrypted: Buffer | null },
): Promise<ApprovalContent> =>
  encrypted === null
    ? noContent
    : (JSON.parse((await encryption.decrypt(encrypted, context(id))).toString()) as ApprovalContent)

/** What lists show of a request: a few short texts of its content. */
export type ApprovalSummary = {
  readonly params: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, string>>
  readonly facts: Readonly<Record<string, string>>
}

const summarized = {
  params: ['id'],
  body: ['fromOwnerId', 'toOwnerId', 'cardId'],
  facts: ['wallet', 'total', 'fee', 'bankReference'],
} as const satisfies Readonly<Record<keyof ApprovalSummary, readonly string[]>>

const textsNamed = (names: readonly string[], values: unknown): Readonly<Record<string, string>> => {
  const all = (values ?? {}) as Readonly<Record<string, unknown>>
  const texts = names.flatMap((name) => {
    const value = all[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return Object.fromEntries(texts)
}

export const summaryOf = ({
  params,
  body,
  facts,
}: Omit<ApprovalContent, 'changes' | 'version'>): ApprovalSummary => ({
  params: textsNamed(summarized.params, params),
  body: textsNamed(summarized.body, body),
  facts: textsNamed(summarized.facts, facts),
})

const summaryContext = (id: string) => `approval-summary:${id}`

export const encryptSummary = (
  encryption: Encryption,
  id: string,
  summary: ApprovalSummary,
): Promise<Buffer> => encryption.encrypt(Buffer.from(JSON.stringify(summary)), summaryContext(id))

export const decryptSummary = async (
  encryption: Encryption,
  { id, encryptedSummary }: { readonly id: string; readonly encryptedSummary: Buffer },
): Promise<ApprovalSummary> =>
  JSON.parse((await encryption.decrypt(encryptedSummary, summaryContext(id))).toString()) as ApprovalSummary
