import type { DocumentType } from '@cardamom/contract/kyc'
import type { Encryption } from '../kernel/encryption.ts'
import type { KycDecision, KycFacts, KycSnapshot } from '../providers/kyc/port.ts'

/** What the person entered at the start of the check. */
export type StatedPerson = {
  readonly firstName: string
  readonly lastName: string
  readonly documentType: DocumentType
  readonly country: string
}

const put = (encryption: Encryption, value: object, context: string) =>
  encryption.encrypt(Buffer.from(JSON.stringify(value)), context)

/**
 * Decrypts a value; null where there is none. The text needs no validation, because we wrote it: its
 * encryption has this context.
 */
const get = async <T>(encryption: Encryption, encrypted: Buffer | null, context: string): Promise<T | null> =>
  encrypted === null
    ? null
    : (JSON.parse((await encryption.decrypt(encrypted, context)).toString('utf8')) as T)

export const encryptStatedPerson = (encryption: Encryption, caseId: string, stated: StatedPerson) =>
  put(encryption, stated, `kyc-stated:${caseId}`)
export const decryptStatedPerson = (encryption: Encryption, of: { id: string; stated: Buffer | null }) =>
  get<StatedPerson>(encryption, of.stated, `kyc-stated:${of.id}`)

type AttemptKey = { readonly sessionId: string; readonly attemptId: string }
const factsContext = ({ sessionId, attemptId }: AttemptKey) => `kyc-facts:${sessionId}:${attemptId}`

export const encryptFacts = (encryption: Encryption, key: AttemptKey, facts: KycFacts) =>
  put(encryption, facts, factsContext(key))
export const decryptFacts = (
  encryption: Encryption,
  of: { sessionId: string; providerAttemptId: string; facts: Buffer | null },
) =>
  get<KycFacts>(
    encryption,
    of.facts,
    factsContext({ sessionId: of.sessionId, attemptId: of.providerAttemptId }),
  )

const snapshotContext = (sessionId: string) => `kyc-snapshot:${sessionId}`
type EncryptedSnapshot = {
  readonly attempts: KycSnapshot['attempts']
  readonly decision: (Omit<KycDecision, 'decidedAt'> & { readonly decidedAt: string }) | null
}

export const encryptSnapshot = (encryption: Encryption, sessionId: string, snapshot: KycSnapshot) =>
  put(encryption, snapshot, snapshotContext(sessionId))
export const decryptSnapshot = async (
  encryption: Encryption,
  sessionId: string,
  encrypted: Buffer,
): Promise<KycSnapshot> => {
  const text = (await encryption.decrypt(encrypted, snapshotContext(sessionId))).toString('utf8')
  const { attempts, decision } = JSON.parse(text) as EncryptedSnapshot
  return { attempts, decision: decision && { ...decision, decidedAt: new Date(decision.decidedAt) } }
}

/** The address of the capture page opens without a login, so it is stored like a password. */
export const encryptUrl = (encryption: Encryption, sessionId: string, url: string) =>
  encryption.encrypt(Buffer.from(url), `kyc-url:${sessionId}`)
export const decryptUrl = async (
  encryption: Encryption,
  of: { id: string; url: Buffer | null },
): Promise<string | null> =>
  of.url === null ? null : (await encryption.decrypt(of.url, `kyc-url:${of.id}`)).toString('utf8')

/** Digest to find a document without decrypting anything. */
export const documentDigest = (encryption: Encryption, key: string): Buffer =>
  encryption.digest(key, 'kyc-document')
