import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { recordOperation } from '../audit/operator-entry.ts'
import { houseId } from '../companies/company.ts'
import { insertLink } from './links.sql.ts'
import { hashPassword } from './password-hash.ts'
import { noReferrer, type User } from './user.ts'
import { lockSuperAdmins } from './staff.sql.ts'
import { findUserByEmail, insertUser, readUser, userRows } from './users.sql.ts'
import { createClock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import type { Queries } from '../kernel/queries.ts'
import { createIds, type Ids } from '../kernel/ids.ts'

const superAdmin = 6
/**
 * One administrator makes another and a second one confirms (permissions §3). With fewer than two, no user of
 * the product can make another.
 */
const wantedAdmins = 2

const NewAdmin = z.object({
  email: z.email('the e-mail address is not valid').trim().toLowerCase(),
  firstName: z.string('the first name is missing').trim().min(1, 'the first name is missing').max(60),
  lastName: z.string('the last name is missing').trim().min(1, 'the last name is missing').max(60),
})
type NewAdmin = z.output<typeof NewAdmin>

type LinkResult = { readonly link: string; readonly isNew: boolean } | { readonly refusal: string }

/**
 * Why no link is made. Only an administrator who never chose a password gets a new link; everybody else uses
 * the page for a forgotten password.
 */
const refusalOf = (user: User | null, admins: number): string | null => {
  if (user && (user.roleId !== superAdmin || !user.active))
    return `${user.email} belongs to a person who is not a super administrator: choose another address.`
  if (user?.credentialsChangedAt)
    return `${user.email} has chosen a password: replace a forgotten one at /recover.`
  if (!user && admins >= wantedAdmins)
    return 'There are already two super administrators. They make further ones on the page of administrators.'
  return null
}

const insertAdmin = async (
  sql: Queries,
  ids: Ids,
  of: NewAdmin & { passwordHash: string; at: Date },
): Promise<User> => {
  const id = ids.next()
  await insertUser(sql, ids, {
    id,
    companyId: houseId,
    roleId: superAdmin,
    email: of.email,
    emailVerifiedAt: null,
    passwordHash: of.passwordHash,
    firstName: of.firstName,
    lastName: of.lastName,
    gender: null,
    city: null,
    state: null,
    country: null,
    encrypted: null,
    mobileDigest: null,
    attribution: noReferrer,
    locale: 'en',
    isTest: false,
    createdAt: of.at,
  })
  return (await readUser(sql, id))!
}

/**
 * Makes one of the first two super administrators, whom no user of the product could make, and a link that
 * works once within an hour. Its page requests the password, and opening it confirms the e-mail.
 * @param publicUrl address at the start of the link
 */
export const createFirstAdmin = async (
  db: Database,
  { publicUrl, ...account }: { email?: string; firstName?: string; lastName?: string; publicUrl: string },
): Promise<LinkResult> => {
  const parsed = NewAdmin.safeParse(account)
  if (!parsed.success) return { refusal: `${parsed.error.issues[0]?.message}.` }
  const admin = parsed.data
  const clock = createClock()
  const at = clock.realNow()
  const ids = createIds(() => clock.realNow().getTime())
  // No person knows this password. The first real password is chosen on the page of the link.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64'))
  return db.write(wholeInstallation, async (sql): Promise<LinkResult> => {
    await lockSuperAdmins(sql)
    const known = await findUserByEmail(sql, admin.email)
    const admins = userRows(sql).where('appUser.roleId', '=', superAdmin).where('appUser.active', '=', true)
    const refusal = refusalOf(known, (await admins.execute()).length)
    if (refusal !== null) return { refusal }
    const user = known ?? (await insertAdmin(sql, ids, { ...admin, passwordHash, at }))
    const { id: userId, companyId, email } = user
    const token = await insertLink(sql, ids, {
      kind: 'recover',
      companyId,
      userId,
      email,
      emailChangeId: null,
      at,
    })
    const action = known ? 'admin.link_renewed' : 'admin.created'
    await recordOperation(db, sql, { action, objectId: userId })
    return { link: `${new URL(publicUrl).origin}/recover/${token}`, isNew: known === null }
  })
}
