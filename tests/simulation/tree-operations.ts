import { formatCents } from '@cardamom/contract/money'
import { transferBetween } from './company-operations.ts'
import { confirmed, sendMoney, sendOnce } from './money-calls.ts'
import { forgetSession, type RunState } from './run-state.ts'

type CompanyRow = { readonly id: string; readonly version: number; readonly path: string[] }
const guaranteed = `select id, version, path from company where tier in (2, 3) and id = any ($1) order by id`

/** A company of tier 2 or 3 may go below zero from now on, by another amount than before, or no longer. */
export const setAllowance = async (run: RunState): Promise<string> => {
  const { random, world } = run
  const companies = await world.rows<CompanyRow>(guaranteed, [run.companies])
  if (companies.length === 0) return 'no company of tier 2 or 3'
  const { id: companyId } = random.pick(companies)
  const [former] = await world.rows<{ version: number }>(
    'select version from balance_allowance where company_id = $1',
    [companyId],
  )
  const cents = random.chance(0.2) ? 0n : BigInt(random.whole(1, 300_000))
  const allowance = formatCents(cents)
  const body = { companyId, allowance, version: former?.version ?? 0, reason: 'Agreed' }
  const answer = await sendOnce(run, run.administrators[0], { path: '/balance-allowances', body })
  if (answer.status < 300 && cents > (run.allowances.get(companyId) ?? 0n))
    run.allowances.set(companyId, cents)
  const isUsed = cents > 0n && answer.status < 300 && random.chance(0.7)
  const used = isUsed ? `; ${await useAllowance(run)}` : ''
  return `allowance of ${allowance}: ${answer.status}${used}`
}

type Below = { readonly company: string; readonly below: string; readonly cents: bigint }
const usable = `select a.company_id as company, b.id as below, coalesce(w.balance, 0)::int8 + a.allowance_cents as cents
  from balance_allowance a join company b on a.company_id = any (b.path) and b.id <> a.company_id
  left join account w on w.owner_id = a.company_id and w.code = 'wallet.immediate.available'
  where a.allowance_cents > 0 order by b.id limit 5`

/** A company transfers more than it has to one below it, up to its allowance or a little beyond. */
export const useAllowance = async (run: RunState): Promise<string> => {
  await run.world.settle()
  const rows = await run.world.rows<Below>(usable)
  if (rows.length === 0) return 'no allowance to use'
  const { company, below, cents } = run.random.pick(rows)
  const part = BigInt(run.random.whole(20, 105))
  const amount = (cents * part) / 100n
  if (amount <= 0n) return 'an allowance is used up'
  const sides = { fromOwnerId: company, toOwnerId: below, wallet: 'immediate' } as const
  return `${part} % of what is there: ${await transferBetween(run, { ...sides, cents: amount })}`
}

const companyNow = 'select id, version, path from company where id = $1'

/** A company moves below another one, or to the top, whatever is under way of it. */
export const changeParent = async (run: RunState): Promise<string> => {
  const { random, world } = run
  const [company] = await world.rows<CompanyRow>(companyNow, [random.pick(run.companies)])
  if (!company) throw new Error('A company of the run is gone')
  const body = { parentId: random.chance(0.2) ? null : random.pick(run.companies) }
  const { version, path: line } = company
  const path = `/companies/${company.id}/parent`
  const sent = { method: 'POST', path, body, version } as const
  const answer = await confirmed(run, run.administrators[0], sent)
  return `company of tier ${line.length} moved: ${answer.status} ${answer.body.code}`
}

/** A person moves to another company with the card, and pays and spends there. */
export const changeCompany = async (run: RunState): Promise<string> => {
  const { random, world } = run
  const person = random.pick(run.people)
  const [user] = await world.rows<{ version: number }>('select version from app_user where id = $1', [
    person.userId,
  ])
  const companyId = random.pick(run.companies.slice(0, 3))
  const path = `/users/${person.userId}/company`
  const sent = {
    method: 'POST',
    path,
    body: { companyId, note: 'Asked' },
    version: user?.version ?? 0,
  } as const
  const answer = await confirmed(run, run.administrators[0], sent)
  if (answer.status < 300) {
    person.companyId = companyId
    forgetSession(run, person)
  }
  return `person moved: ${answer.status} ${answer.body.code}`
}

const dayMs = 86_400_000
const shares = ['0.25', '0.50', '0.75', '1.00', '1.25', '0.00'] as const

/** Two people set other fees of the platform or a company from tomorrow on. */
export const scheduleFees = async (run: RunState): Promise<string> => {
  const { random, world } = run
  const rates = () => ['1.00', ...Array.from({ length: 4 }, () => random.pick(shares))]
  const companyId = random.chance(0.3) ? null : random.pick(run.companies)
  const from = new Date(world.time.nowMs() + dayMs).toISOString().slice(0, 10)
  const fees = { regular: rates(), immediate: rates(), transfer: Array.from({ length: 5 }, () => '0.20') }
  const body = { companyId, from, ...fees, reason: 'New year' }
  const told = await sendMoney(run, '/fee-schedules', body)
  return `fees of ${companyId === null ? 'the platform' : 'a company'} from ${from}: ${told}`
}
