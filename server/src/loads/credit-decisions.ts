import { createInterface } from 'node:readline/promises'
import { formatCents } from '@cardamom/contract/money'
import { recordOperation } from '../audit/operator-entry.ts'
import { passwordMatches } from '../identity/password-hash.ts'
import type { User } from '../identity/user.ts'
import { findUserByEmail } from '../identity/users.sql.ts'
import { createClock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { createIds } from '../kernel/ids.ts'
import type { Queries } from '../kernel/queries.ts'
import {
  confirmDecision,
  listReviews,
  proposeDecision,
  withdrawDecision,
  type DecisionChoice,
} from './credit-reviews.sql.ts'

export const creditUsage = `npm run operate -- credit-reviews           credits that two people have to decide
npm run operate -- decide-credit <load ref> <choice> <e-mail> [row id]
                                            propose: bind or foreign with a row id, retry, return, accept
npm run operate -- confirm-credit <load ref> <e-mail>
                                            confirm what another administrator has proposed
npm run operate -- withdraw-credit <load ref>
                                            withdraw a proposal that is not confirmed`

const choices: readonly DecisionChoice[] = ['bind', 'foreign', 'retry', 'return', 'accept']
const needsRow = (choice: DecisionChoice) => choice === 'bind' || choice === 'foreign'
/** Full administrators and the super role. */
const mayDecide = ({ roleId, active }: User) => active && (roleId === 1 || roleId === 6)

const print = (text: string) => process.stdout.write(`${text}\n`)

const readPassword = async (email: string): Promise<string> => {
  const lines = createInterface({ input: process.stdin, terminal: false })
  process.stderr.write(`Password of ${email}: `)
  for await (const line of lines) {
    lines.close()
    return line
  }
  return ''
}

/**
 * The administrator at the keyboard, by e-mail and password as at the login. Null: unknown or not allowed.
 */
const identify = async (db: Database, email: string): Promise<User | null> => {
  const user = await db.read(wholeInstallation, (sql) => findUserByEmail(sql, email))
  const matches = await passwordMatches(await readPassword(email), user?.passwordHash ?? null)
  return user && matches && mayDecide(user) ? user : null
}

const printReviews = async (db: Database): Promise<number> => {
  const reviews = await db.read(wholeInstallation, listReviews)
  for (const { ref, status, amountCents, issuerCardId, reason, reviewAt, strayRows, proposed } of reviews) {
    print(`${ref}  ${formatCents(amountCents)}  ${status}  ${reason}  since ${reviewAt.toISOString()}`)
    print(`  card at the issuer: ${issuerCardId}`)
    for (const row of strayRows) print(`  row that nothing explains: ${row}`)
    if (proposed) print(`  proposed: ${proposed}`)
  }
  print(`${reviews.length} credits wait for two people`)
  return 0
}

type Change = (sql: Queries, of: { by: string; at: Date; id: string }) => Promise<boolean>
type Command = {
  readonly ref: string
  /** The current administrator; null: the command needs none. */
  readonly email: string | null
  readonly did: 'proposed' | 'confirmed' | 'withdrawn'
  readonly change: Change
  readonly yes: string
  readonly no: string
}

/** Makes a change as this administrator with an audit entry, and prints the result. */
const run = async (db: Database, { ref, email, did, change, yes, no }: Command): Promise<number> => {
  const user = email === null ? null : await identify(db, email)
  if (email !== null && !user) {
    print('This is not an administrator who may decide, or the password is wrong')
    return 1
  }
  const clock = createClock()
  const ids = createIds(() => clock.realNow().getTime())
  const isDone = await db.write(wholeInstallation, async (sql) => {
    if (!(await change(sql, { by: user?.id ?? '', at: clock.now(), id: ids.next() }))) return false
    const action = `load.credit_decision_${did}`
    await recordOperation(db, sql, { action, objectId: user?.id ?? null, details: { ref } })
    return true
  })
  print(isDone ? yes : no)
  return isDone ? 0 : 1
}

const decide = async (db: Database, [ref, choice, email, rowId]: string[]): Promise<number | null> => {
  const chosen = choices.find((each) => each === choice)
  if (!ref || !chosen || !email || needsRow(chosen) !== (rowId !== undefined)) return null
  return run(db, {
    ref,
    email,
    did: 'proposed',
    change: (sql, of) => proposeDecision(sql, { ...of, ref, choice: chosen, rowId: rowId ?? null }),
    yes: `Proposed: ${chosen}. Another administrator has to confirm it`,
    no: `No credit of ${ref} is in review, or something is proposed already`,
  })
}

const confirm = async (db: Database, [ref, email]: string[]): Promise<number | null> => {
  if (!ref || !email) return null
  return run(db, {
    ref,
    email,
    did: 'confirmed',
    change: (sql, { by, at }) => confirmDecision(sql, { ref, by, at }),
    yes: 'Confirmed. The server carries it out within moments',
    no: `Nothing is proposed for ${ref}, or you proposed it yourself`,
  })
}

const withdraw = async (db: Database, [ref]: string[]): Promise<number | null> => {
  if (!ref) return null
  return run(db, {
    ref,
    email: null,
    did: 'withdrawn',
    change: (sql, { at }) => withdrawDecision(sql, { ref, at }),
    yes: 'Withdrawn',
    no: `Nothing that could be withdrawn is proposed for ${ref}`,
  })
}

/** Runs one of these commands. Null: the arguments name none of them. */
export const runCreditCommand = async (
  db: Database,
  [command, ...rest]: string[],
): Promise<number | null> => {
  if (command === 'credit-reviews') return printReviews(db)
  if (command === 'decide-credit') return decide(db, rest)
  if (command === 'confirm-credit') return confirm(db, rest)
  return command === 'withdraw-credit' ? withdraw(db, rest) : null
}
