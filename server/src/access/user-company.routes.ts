import { changeUserCompany, previewUserCompany } from '@cardamom/contract/access/user-company'
import { UserDetail } from '@cardamom/contract/access/users'
import { z } from 'zod'
import { brandName } from '../companies/company.ts'
import { platformValues } from '../companies/company-record.ts'
import { readLine } from '../companies/company-records.sql.ts'
import { differenceOfLines } from '../companies/company-settings.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { endAllLinks } from '../identity/links.sql.ts'
import { followCompany, readAttribution, setCompany } from '../identity/people.sql.ts'
import type { User } from '../identity/user.ts'
import { lockUser, readUser } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { after } from '../kernel/clock.ts'
import { noVersion, versionIn } from '../kernel/if-match.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Handler } from '../kernel/mount-context.ts'
import type { Queries } from '../kernel/queries.ts'
import { changeOf, type ChangeDraft } from '../kernel/recorded-change.ts'
import { allTenants } from '../kernel/database.ts'
import { readOtherCompanies, reassignAccounts } from '../ledger/accounts.ts'
import type { AccessNeeds } from './access-needs.ts'
import { userInScope } from './changeable-person.ts'
import { readFactors } from './factors.sql.ts'
import { endImpersonationsOf } from './impersonations.sql.ts'
import { endSessionsById, sessionsOfUser } from './sessions.sql.ts'
import { cardholder, judgeCompanyChange, judgeLocked } from './user-company.ts'
import { readUserDetail } from './user-detail.ts'

/** The gross of the load whose fee is compared. */
const comparedCents = 200_00n
const followJob = 'access.follow_company'
/** By then every transaction that had read the former company has ended. */
const secondRunMs = 120_000

type Needs = Pick<AccessNeeds, 'audit' | 'companyChange'>

/** The job that assigns the accounts of a person and their cards, and lets late records follow. */
const runFollowing = ({ jobs, accountsDb }: Kernel, { listCards }: Needs['companyChange']): void =>
  jobs.handle(followJob, async ({ payload }, { read, write, clock }) => {
    const userId = String(payload['userId'])
    const found = await read(async (sql) => ({
      user: await readUser(sql, userId),
      cards: await listCards(sql, userId),
    }))
    const { user, cards } = found
    if (!user) return
    const { companyId } = user
    await write(async ({ sql, recordChange }) => {
      await followCompany(sql, userId)
      const owners = [user, ...cards].map(({ id }) => id)
      const [former] = await readOtherCompanies(sql, { owners, companyId })
      const about = { entity: 'user', entityId: userId, companyId, userId }
      if (former !== undefined)
        recordChange({ ...about, before: { accountsOf: former }, after: { accountsOf: companyId } })
    })
    // All tenants: the accounts role sees no rows of the app.
    await accountsDb.write(allTenants, async (sql) => {
      for (const { id: ownerId } of [user, ...cards])
        await reassignAccounts(sql, { ownerId, companyId, at: clock.now() })
    })
    const now = await read((sql) => readUser(sql, userId))
    return now && now.companyId !== companyId ? { againAt: clock.now() } : undefined
  })

const sellerCodeOf = async (sql: Queries, userId: string, { companyChange }: Needs) => {
  const { sellerCodeId } = await readAttribution(sql, userId)
  return sellerCodeId === null
    ? null
    : ((await companyChange.readSellerCode(sql, sellerCodeId))?.code ?? null)
}

const mountPreview = (kernel: Kernel, needs: Needs): void => {
  const { companyChange } = needs
  kernel.mount(previewUserCompany, async ({ sql, params, input: { companyId }, now }) => {
    const user = await readUser(sql, params.id)
    if (!user) return refused('record_not_found')
    const { id: userId, companyId: from } = user
    const judged = await judgeCompanyChange(sql, user, companyId)
    if (!judged.accepted) return judged
    const obstacle = await companyChange.readObstacle(sql, { userId, companyId: from, to: companyId, now })
    if (obstacle) return refused(obstacle)
    const feeIn = (id: string) =>
      companyChange.readLoadFee(sql, { companyId: id, grossCents: comparedCents, at: now })
    const nameOf = async (id: string) => brandName(await readCompany(sql, id))
    const factors = await readFactors(sql, userId)
    return accepted({
      companyName: { before: await nameOf(from), after: await nameOf(companyId) },
      load: { gross: comparedCents, fee: { before: await feeIn(from), after: await feeIn(companyId) } },
      ...differenceOfLines({
        present: await readLine(sql, from),
        next: judged.value,
        platform: await platformValues(sql, kernel.config),
      }),
      cards: (await companyChange.listCards(sql, userId)).length,
      passkeys: factors.filter(({ method }) => method === 'passkey').length,
      openSessions: (await sessionsOfUser(sql, { userId, exceptSessionId: null })).length,
      sellerCode: await sellerCodeOf(sql, userId, needs),
    })
  })
}

type Call = Parameters<Handler<typeof changeUserCompany>>[0]

/** The audit shows the change to the administrators of both companies. */
const recordForBoth = async (
  call: Call,
  { audit }: Needs,
  { draft, both }: { draft: Omit<ChangeDraft, 'companyId'>; both: readonly [string, string] },
) => {
  const { me, principal, sql, params, requestId, address, request } = call
  call.recordChange({ ...draft, companyId: both.includes(me.companyId) ? me.companyId : both[1] })
  for (const companyId of both.filter((each) => each !== me.companyId)) {
    const recorded = changeOf({ ...draft, companyId })
    const action = `${changeUserCompany.method} ${changeUserCompany.path}`
    const entry = { principal, companyId, action, objectId: params.id, outcome: 'done' }
    const device = request.headers['user-agent'] ?? null
    await audit.insertAudit(sql, { ...entry, requestId, address, device }, {}, recorded ? [recorded] : [])
  }
}

const endAccess = async (call: Call, { userId, at }: { userId: string; at: Date }) => {
  const ids = await sessionsOfUser(call.sql, { userId, exceptSessionId: null })
  await endSessionsById(call, { ids, reason: 'company_changed', at })
  await endAllLinks(call.sql, { userId, at })
  await endImpersonationsOf(call.sql, { userId, at })
}

/** The change of a locked person that was judged. */
const changeCompany = async (call: Call, needs: Needs, user: User) => {
  const { sql, input, now } = call
  const { id: userId, version } = user
  const both = [user.companyId, input.companyId] as const
  const sellerCode = await sellerCodeOf(sql, userId, needs)
  if (!(await setCompany(sql, { id: userId, version, companyId: input.companyId })))
    throw new Error('A locked record changed')
  await followCompany(sql, userId)
  const draft = {
    entity: 'user',
    entityId: userId,
    userId,
    before: { companyId: user.companyId, sellerCode, note: null },
    after: { companyId: input.companyId, sellerCode: null, note: input.note },
    personal: ['note'],
  }
  await recordForBoth(call, needs, { draft, both })
  for (const companyId of both) call.emit({ type: 'user.changed', entityId: userId, companyId, userId })
  const nameOf = async (id: string) => brandName(await readCompany(sql, id))
  const payload = { from: await nameOf(user.companyId), to: await nameOf(input.companyId) }
  const about = { entityId: userId, companyId: input.companyId, userId }
  call.emit({ type: 'user.company_changed', ...about, payload })
  call.enqueue({ name: followJob, payload: { userId } })
  call.enqueue({ name: followJob, payload: { userId }, dueAt: after(now, secondRunMs) })
}

/** Moves cardholders to another company (decision 0015): what would change, and the change itself. */
export const mountUserCompany = (kernel: Kernel, needs: Needs): void => {
  const { mount, clock, config } = kernel
  const { companyChange } = needs
  runFollowing(kernel, companyChange)
  mountPreview(kernel, needs)

  mount(
    changeUserCompany,
    async (call) => {
      const { me, params, input, request, sql, now } = call
      const version = versionIn(request)
      if (version === null) return refused('validation', noVersion)
      const read = await readUser(sql, params.id)
      if (!read) return refused('record_not_found')
      if (read.roleId !== cardholder) return refused('not_a_cardholder')
      // Before the person: a new quote locks in this order too.
      await companyChange.holdLoads(sql, { userId: read.id, companyId: read.companyId })
      const user = await lockUser(sql, params.id)
      const detail = async (of: User) => readUserDetail(sql, me, { user: of, now: clock.realNow(), config })
      if (user.version !== version)
        return refused('record_changed', { data: z.encode(UserDetail, await detail(user)) })
      const judged = await judgeLocked(sql, user, input.companyId)
      if (!judged.accepted) return judged
      const person = { userId: user.id, companyId: user.companyId, to: input.companyId, now }
      const obstacle = await companyChange.readObstacle(sql, person)
      if (obstacle) return refused(obstacle)
      await endAccess(call, { userId: user.id, at: clock.realNow() })
      await changeCompany(call, needs, user)
      return accepted(await detail(await lockUser(sql, user.id)))
    },
    userInScope,
  )
}
