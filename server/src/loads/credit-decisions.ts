import { createInterface } from 'node:readline/promises'
import { formatCents } from '@cardamom/contract/money'
import { createAudit } from '../audit/audit.sql.ts'
import { passwordMatches } from '../identity/password-hash.ts'
import type { User } from '../identity/user.ts'
import { findUserByEmail } from '../identity/users.sql.ts'
import { createClock } from '../kernel/clock.ts'
import { allTenants, type Database } from '../kernel/database.ts'
import { createIds } from '../kernel/ids.ts'
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
                                            take back what is proposed and not confirmed`

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

/** The administrator who types: by e-mail and password, as at the login. Null: no such person, or not allowed. */
const identify = async (db: Database, email: string): Promise<User | null> => {
  const user = await db.read(allTenants, (sql) => findUserByEmail(sql, email))
  const matches = await passwordMatches(await readPassword(email), user?.passwordHash ?? null)
  return user && matches && mayDecide(user) ? user : null
}

const toolsOf = (db: Database) => {
  const clock = createClock()
  const ids = createIds(() => clock.realNow().getTime())
  return { clock, ids, audit: createAudit({ ids, clock, db }) }
}

const printReviews = async (db: Database): Promise<number> => {
  const reviews = await db.read(allTenants, listReviews)
  for (const { ref, status, amountCents, issuerCardId, reason, reviewAt, strayRows, proposed } of reviews) {
    print(`${ref}  ${formatCents(amountCents)}  ${status}  ${reason}  since ${reviewAt.toISOString()}`)
    print(`  card at the issuer: ${issuerCardId}`)
    for (const row of strayRows) print(`  row that nothing explains: ${row}`)
    if (proposed) print(`  proposed: ${proposed}`)
  }
  print(`${reviews.length} credits wait for two people`)
  return 0
}

const entryOf = (action: string, objectId: string | null) => {
  const did = { principal: { kind: 'job', name: 'operate' }, action, objectId } as const
  return { ...did, outcome: 'done', requestId: '', address: '' }
}

type Act = { readonly ref: string; readonly email: string; readonly action: string }

/** Does it as the administrator who types, with an entry in the audit. */
const actAs = async (
  db: Database,
  { ref, email, action }: Act,
  act: (of: {
    by: string
    at: Date
    id: string
  }) => (sql: Parameters<typeof listReviews>[0]) => Promise<boolean>,
): Promise<boolean | null> => {
  const user = await identify(db, email)
  if (!user) return null
  const { clock, ids, audit } = toolsOf(db)
  return db.write(allTenants, async (sql) => {
    const id = ids.next()
    if (!(await act({ by: user.id, at: clock.now(), id })(sql))) return false
    await audit.insertAudit(sql, entryOf(action, user.id), { ref })
    return true
  })
}

const tell = (done: boolean | null, told: { yes: string; no: string }): number => {
  if (done === null) print('This is not an administrator who may decide, or the password is wrong')
  else print(done ? told.yes : told.no)
  return done ? 0 : 1
}

const decide = async (db: Database, [ref, choice, email, rowId]: string[]): Promise<number | null> => {
  const chosen = choices.find((each) => each === choice)
  if (!ref || !chosen || !email || needsRow(chosen) !== (rowId !== undefined)) return null
  const done = await actAs(
    db,
    { ref, email, action: 'load.credit_decision_proposed' },
    ({ by, at, id }) =>
      (sql) =>
        proposeDecision(sql, { id, ref, choice: chosen, rowId: rowId ?? null, by, at }),
  )
  return tell(done, {
    yes: `Proposed: ${chosen}. Another administrator has to confirm it`,
    no: `No credit of ${ref} is in review, or something is proposed already`,
  })
}

const confirm = async (db: Database, [ref, email]: string[]): Promise<number | null> => {
  if (!ref || !email) return null
  const done = await actAs(
    db,
    { ref, email, action: 'load.credit_decision_confirmed' },
    ({ by, at }) =>
      (sql) =>
        confirmDecision(sql, { ref, by, at }),
  )
  return tell(done, {
    yes: 'Confirmed. The server carries it out within moments',
    no: `Nothing is proposed for ${ref}, or you proposed it yourself`,
  })
}

const withdraw = async (db: Database, [ref]: string[]): Promise<number | null> => {
  if (!ref) return null
  const { clock, audit } = toolsOf(db)
  const done = await db.write(allTenants, async (sql) => {
    if (!(await withdrawDecision(sql, { ref, at: clock.now() }))) return false
    await audit.insertAudit(sql, entryOf('load.credit_decision_withdrawn', null), { ref })
    return true
  })
  return tell(done, { yes: 'Withdrawn', no: `Nothing that could be withdrawn is proposed for ${ref}` })
}

/** Runs one of these commands. Null: the words are none of them. */
export const runCreditCommand = async (
  db: Database,
  [command, ...rest]: string[],
): Promise<number | null> => {
  if (command === 'credit-reviews') return printReviews(db)
  if (command === 'decide-credit') return decide(db, rest)
  if (command === 'confirm-credit') return confirm(db, rest)
  return command === 'withdraw-credit' ? withdraw(db, rest) : null
}
