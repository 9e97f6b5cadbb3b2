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
