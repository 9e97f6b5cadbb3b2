import type { FactorMethod } from '@cardamom/contract/access/step-up'
import type { Queries } from '../kernel/queries.ts'
import { hashSecret } from './secrets.ts'
import type { StepUpLevel } from './step-up.ts'

export type CeremonyPurpose = 'login' | 'otp_login' | 'otp_factor' | 'unlock' | 'step_up' | 'enrol'

/** A proof that is under way. Times are real time. */
export type CeremonyRow = {
  readonly id: string
  readonly companyId: string
  readonly userId: string
  readonly sessionId: string | null
  readonly purpose: CeremonyPurpose
  /** Code of the act at the provider. */
  readonly providerAction: string
  /** Of a step-up: what is confirmed. */
  readonly level: StepUpLevel | null
  readonly action: string | null
  /** sha256 in hex */
  readonly objectHash: string | null
  readonly step: number
  readonly methods: readonly FactorMethod[]
  readonly challengeId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

const insert = `insert into ceremony (id, company_id, user_id, session_id, secret_hash, purpose, provider_action,
    level, action, object_hash, step, methods, challenge_id, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`
const columns = `id, company_id, user_id, session_id, purpose, provider_action, level, action,
  encode(object_hash, 'hex') as object_hash, step, methods, challenge_id, created_at, expires_at`
const open = 'used_at is null and expires_at > $2'
const ofSession = `select ${columns} from ceremony where id = $1 and ${open} and session_id = $3 and purpose = $4`
const ofSecret = `select ${columns} from ceremony where secret_hash = $1 and ${open}`
const newest = `select ${columns} from ceremony where session_id = $1 and ${open} and purpose = 'step_up'
  and level = 'S3' and step = 1 order by id desc limit 1`
const use = `update ceremony set used_at = $2, proved = $4 where id = $1 and step = $3 and ${open}`
const advance = `update ceremony set step = step + 1, methods = $4, challenge_id = null, proved = coalesce(proved, $5)
  where id = $1 and step = $3 and ${open}`
const setChallenge = `update ceremony set challenge_id = $3 where id = $1 and ${open}`
const useProof = `insert into proof_use (proof_hash, company_id, user_id, used_at) values ($1, $2, $3, $4)
  on conflict do nothing`
const dropOld = 'delete from ceremony where expires_at < $1'
const dropOldProofs = 'delete from proof_use where used_at < $1'

type Row = {
  id: string
  company_id: string
  user_id: string
  session_id: string | null
  purpose: CeremonyPurpose
  provider_action: string
  level: StepUpLevel | null
  action: string | null
  object_hash: string | null
  step: number
  methods: FactorMethod[]
  challenge_id: string | null
  created_at: Date
  expires_at: Date
}

const found = (row: Row | null): CeremonyRow | null =>
  row && {
    id: row.id,
    companyId: row.company_id,
    userId: row.user_id,
    sessionId: row.session_id,
    purpose: row.purpose,
    providerAction: row.provider_action,
    level: row.level,
    action: row.action,
    objectHash: row.object_hash,
    step: row.step,
    methods: row.methods,
    challengeId: row.challenge_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }

export const insertCeremony = async (
  sql: Queries,
  made: CeremonyRow & { secret: string | null },
): Promise<void> => {
  const { id, companyId, userId, sessionId, secret, purpose, providerAction, level, action } = made
  const { objectHash, step, methods, challengeId, createdAt, expiresAt } = made
  const hashes = [
    secret === null ? null : hashSecret(secret),
    purpose,
    providerAction,
    level,
    action,
  ] as const
  const object = objectHash === null ? null : Buffer.from(objectHash, 'hex')
  const rest = [object, step, methods, challengeId, createdAt, expiresAt] as const
  await sql.run(insert, [id, companyId, userId, sessionId, ...hashes, ...rest])
}

/** An open ceremony of this session. */
export const findCeremony = async (
  sql: Queries,
  of: { id: string; sessionId: string; purpose: CeremonyPurpose; now: Date },
): Promise<CeremonyRow | null> =>
  found(await sql.maybe<Row>(ofSession, [of.id, of.now, of.sessionId, of.purpose]))

/** An open login by its secret. */
export const findLogin = async (
  sql: Queries,
  { secret, now }: { secret: string; now: Date },
): Promise<CeremonyRow | null> => found(await sql.maybe<Row>(ofSecret, [hashSecret(secret), now]))

/** The newest S3 of this session that waits for its code. */
export const findCodeStep = async (
  sql: Queries,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<CeremonyRow | null> => found(await sql.maybe<Row>(newest, [sessionId, now]))

/** Uses a ceremony up at its last step. Of two at the same time one gets true. */
export const useCeremony = async (
  sql: Queries,
  { ceremony, method, at }: { ceremony: CeremonyRow; method: string; at: Date },
): Promise<boolean> => (await sql.run(use, [ceremony.id, at, ceremony.step, method])) === 1

/** Goes on to the next step, once. */
export const advanceCeremony = async (
  sql: Queries,
  of: { ceremony: CeremonyRow; methods: readonly FactorMethod[]; method: string; at: Date },
): Promise<boolean> =>
  (await sql.run(advance, [of.ceremony.id, of.at, of.ceremony.step, of.methods, of.method])) === 1

export const setCeremonyChallenge = async (
  sql: Queries,
  { id, challengeId, at }: { id: string; challengeId: string; at: Date },
): Promise<boolean> => (await sql.run(setChallenge, [id, at, challengeId])) === 1

/** Marks a proof that was not begun here as used. Of two at the same time one gets true. */
export const useProofOnce = async (
  sql: Queries,
  of: { proof: string; userId: string; companyId: string; at: Date },
): Promise<boolean> => (await sql.run(useProof, [hashSecret(of.proof), of.companyId, of.userId, of.at])) === 1

export const dropCeremoniesBefore = async (sql: Queries, at: Date): Promise<void> => {
  await sql.run(dropOld, [at])
  await sql.run(dropOldProofs, [at])
}
