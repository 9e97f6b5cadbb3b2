import type { FactorMethod } from '@cardamom/contract/access/step-up'
import { sql as fragment } from 'kysely'
import { changedOne, type Queries } from '../kernel/queries.ts'
import { hashSecret } from './secrets.ts'

/** Challenges that are open at an instant of real time. `objectHash` is sha256 in hex. */
const openChallenges = (sql: Queries, now: Date) =>
  sql
    .selectFrom('challenge')
    .select(['id', 'companyId', 'userId', 'sessionId', 'purpose', 'providerAction', 'level', 'action'])
    .select(['step', 'sentCodeId', 'createdAt', 'expiresAt'])
    .select((row) => row.ref('methods').$castTo<readonly FactorMethod[]>().as('methods'))
    .select(fragment<string | null>`encode(object_hash, 'hex')`.as('objectHash'))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)

const changeOpenChallenge = (sql: Queries, { id, at }: { id: string; at: Date }) =>
  sql.updateTable('challenge').where('id', '=', id).where('usedAt', 'is', null).where('expiresAt', '>', at)

/** An open login by its secret. */
export const findLogin = async (sql: Queries, { secret, now }: { secret: string; now: Date }) => {
  const login = openChallenges(sql, now).where('secretHash', '=', hashSecret(secret))
  return (await login.executeTakeFirst()) ?? null
}

/**
 * An open challenge. `providerAction` is the code of the operation at the provider; `level`, `action` and
 * `objectHash` say what a step-up confirms.
 */
export type ChallengeRow = Readonly<NonNullable<Awaited<ReturnType<typeof findLogin>>>>
export type ChallengePurpose = ChallengeRow['purpose']

export const insertChallenge = async (
  sql: Queries,
  { secret, objectHash, methods, ...made }: ChallengeRow & { secret: string | null },
): Promise<void> => {
  await sql
    .insertInto('challenge')
    .values({
      ...made,
      methods: [...methods],
      secretHash: secret === null ? null : hashSecret(secret),
      objectHash: objectHash === null ? null : Buffer.from(objectHash, 'hex'),
    })
    .execute()
}

/** An open challenge of this session. */
export const findChallenge = async (
  sql: Queries,
  of: { id: string; sessionId: string; purpose: ChallengePurpose; now: Date },
): Promise<ChallengeRow | null> => {
  const challenge = await openChallenges(sql, of.now)
    .where('id', '=', of.id)
    .where('sessionId', '=', of.sessionId)
    .where('purpose', '=', of.purpose)
    .executeTakeFirst()
  return challenge ?? null
}

/** The newest S3 challenge of this session that waits for its code. */
export const findCodeStep = async (
  sql: Queries,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<ChallengeRow | null> => {
  const challenge = await openChallenges(sql, now)
    .where('sessionId', '=', sessionId)
    .where('purpose', '=', 'step_up')
    .where('level', '=', 'S3')
    .where('step', '=', 1)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return challenge ?? null
}

/** Consumes a challenge at its last step. Of two simultaneous requests one gets true. */
export const useChallenge = async (
  sql: Queries,
  { challenge: { id, step }, method, at }: { challenge: ChallengeRow; method: string; at: Date },
): Promise<boolean> =>
  changedOne(
    await changeOpenChallenge(sql, { id, at })
      .set({ usedAt: at, proved: method })
      .where('step', '=', step)
      .executeTakeFirst(),
  )

/** Advances to the next step, once. */
export const advanceChallenge = async (
  sql: Queries,
  of: { challenge: ChallengeRow; methods: readonly FactorMethod[]; method: string; at: Date },
): Promise<boolean> => {
  const { id, step } = of.challenge
  return changedOne(
    await changeOpenChallenge(sql, { id, at: of.at })
      .set({ step: step + 1, methods: [...of.methods], sentCodeId: null })
      .set(({ eb, fn }) => ({ proved: fn.coalesce('proved', eb.val(of.method)) }))
      .where('step', '=', step)
      .executeTakeFirst(),
  )
}

export const setSentCode = async (
  sql: Queries,
  { id, sentCodeId, at }: { id: string; sentCodeId: string; at: Date },
): Promise<boolean> =>
  changedOne(await changeOpenChallenge(sql, { id, at }).set({ sentCodeId }).executeTakeFirst())

/** Marks a proof that was not started here as used. Of two simultaneous requests one gets true. */
export const useProofOnce = async (
  sql: Queries,
  { proof, userId, companyId, at }: { proof: string; userId: string; companyId: string; at: Date },
): Promise<boolean> =>
  changedOne(
    await sql
      .insertInto('proofUse')
      .values({ proofHash: hashSecret(proof), companyId, userId, usedAt: at })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst(),
  )

export const dropChallengesBefore = async (sql: Queries, at: Date): Promise<void> => {
  await sql.deleteFrom('challenge').where('expiresAt', '<', at).execute()
  await sql.deleteFrom('proofUse').where('usedAt', '<', at).execute()
}

/**
 * Whether an enrolment was started in the last day: the provider may have a factor that is not stored here.
 */
export const hasStartedEnrolment = async (sql: Queries, userId: string): Promise<boolean> => {
  const enrolment = await sql
    .selectFrom('challenge')
    .select('id')
    .where('userId', '=', userId)
    .where('purpose', '=', 'enrol')
    .limit(1)
    .executeTakeFirst()
  return enrolment !== undefined
}
