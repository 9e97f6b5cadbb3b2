import type { DocumentType } from '@cardamom/contract/kyc'
import type { Seal } from '../kernel/seal.ts'
import type { KycDecision, KycFacts, KycSnapshot } from '../providers/kyc/port.ts'

/** What the person stated when the check was begun. */
export type Stated = {
  readonly firstName: string
  readonly lastName: string
  readonly documentType: DocumentType
  readonly country: string
}

const put = (seal: Seal, value: object, context: string) =>
  seal.seal(Buffer.from(JSON.stringify(value)), context)

/** A sealed value, or null where there is none. The text is ours: it was sealed with this very context. */
const get = async <T>(seal: Seal, sealed: Buffer | null, context: string): Promise<T | null> =>
  sealed === null ? null : (JSON.parse((await seal.open(sealed, context)).toString('utf8')) as T)

export const encryptStated = (seal: Seal, caseId: string, stated: Stated) =>
  put(seal, stated, `kyc-stated:${caseId}`)
export const decryptStated = (seal: Seal, of: { id: string; stated: Buffer | null }) =>
  get<Stated>(seal, of.stated, `kyc-stated:${of.id}`)

type AttemptKey = { readonly sessionId: string; readonly attemptId: string }
const factsContext = ({ sessionId, attemptId }: AttemptKey) => `kyc-facts:${sessionId}:${attemptId}`

export const encryptFacts = (seal: Seal, key: AttemptKey, facts: KycFacts) =>
  put(seal, facts, factsContext(key))
export const decryptFacts = (
  seal: Seal,
  of: { sessionId: string; providerAttemptId: string; facts: Buffer | null },
) => get<KycFacts>(seal, of.facts, factsContext({ sessionId: of.sessionId, attemptId: of.providerAttemptId }))

const snapshotContext = (sessionId: string) => `kyc-snapshot:${sessionId}`
type SealedSnapshot = {
  readonly attempts: KycSnapshot['attempts']
  readonly decision: (Omit<KycDecision, 'decidedAt'> & { readonly decidedAt: string }) | null
}

export const encryptSnapshot = (seal: Seal, sessionId: string, snapshot: KycSnapshot) =>
  put(seal, snapshot, snapshotContext(sessionId))
export const decryptSnapshot = async (
  seal: Seal,
  sessionId: string,
  sealed: Buffer,
): Promise<KycSnapshot> => {
  const text = (await seal.open(sealed, snapshotContext(sessionId))).toString('utf8')
  const { attempts, decision } = JSON.parse(text) as SealedSnapshot
  return { attempts, decision: decision && { ...decision, decidedAt: new Date(decision.decidedAt) } }
}

/** The capture page's address opens without a login, so it is kept like a password. */
export const encryptUrl = (seal: Seal, sessionId: string, url: string) =>
  seal.seal(Buffer.from(url), `kyc-url:${sessionId}`)
export const decryptUrl = async (
  seal: Seal,
  of: { id: string; url: Buffer | null },
): Promise<string | null> =>
  of.url === null ? null : (await seal.open(of.url, `kyc-url:${of.id}`)).toString('utf8')

/** Digest under which a document is looked up without being opened. */
export const documentDigest = (seal: Seal, key: string): Buffer => seal.digest(key, 'kyc-document')
