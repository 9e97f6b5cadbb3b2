import { confirmSessions, createCardsAutomatically } from './owner-database.ts'
import { personWithCard, quotedLoad, type CardPerson, type OwnLoad, type Person } from './people.ts'
import { until } from './product-calls.ts'

export type WorkedCompany = { readonly id: string; readonly name: string; readonly slug: string }
type WorkedChain = Readonly<Record<'norte' | 'andes' | 'lima' | 'miraflores', WorkedCompany>>

const letters = 'abcdefghijklmnopqrstuvwxyz'
/** A word that no other journey uses. */
const newWord = () =>
  [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => letters[byte % 26]).join('')

/**
 * A chain of companies of the tiers 1 to 4 like the one of the demo (domain §4), which no other journey uses. It inherits the
 * fees of the platform. Its names have no part of the demo's, because other journeys search for those. `admin` is a super
 * administrator.
 */
export const makeWorkedChain = async (admin: Person): Promise<WorkedChain> => {
  await confirmSessions(admin.email)
  const word = newWord()
  const below = async (name: string, parentId: string | null): Promise<WorkedCompany> => {
    const company = { name: `${name} ${word}`, slug: `${name.toLowerCase()}-${word}` }
    const { id } = await admin.calls.post<{ id: string }>('/companies', { ...company, parentId })
    return { id, ...company }
  }
  const norte = await below('Boreal', null)
  await createCardsAutomatically(norte.slug)
  const andes = await below('Sierra', norte.id)
  const lima = await below('Costa', andes.id)
  return { norte, andes, lima, miraflores: await below('Mirador', lima.id) }
}

export type PaidLoad = { readonly payer: CardPerson; readonly load: OwnLoad }

/** A load that a new person of a company has paid in full. */
export const paidLoad = async (
  { slug }: WorkedCompany,
  { amount, speed = 'regular' }: { amount: string; speed?: 'regular' | 'immediate' },
): Promise<PaidLoad> => {
  const payer = await personWithCard({ company: slug })
  const load = await quotedLoad(payer, { amount, speed })
  await payer.calls.post(`/sandbox/loads/${load.id}/pay`, { payment: 'exact' })
  await statusOf({ payer, load }, speed === 'regular' ? 'held' : 'credited')
  return { payer, load }
}

/** Waits until a load has a status. */
export const statusOf = ({ payer, load }: PaidLoad, wanted: string): Promise<true> =>
  until(`the load ${load.ref} ${wanted}`, async () => {
    const { status } = await payer.calls.get<OwnLoad>(`/loads/${load.id}`)
    return status === wanted ? true : undefined
  })

const runHour = 16
const dayHours = 24

/**
 * Advances business time until shortly after the hour of the daily run, on a day from Monday to Friday. So the next run is
 * most of a day away, however long the steps in between take.
 */
export const passDailyRun = async ({ calls }: Person): Promise<void> => {
  const { now } = await calls.get<{ now: string }>('/sandbox')
  const at = new Date(now)
  let hours = (runHour + 1 - at.getUTCHours() + dayHours) % dayHours
  const dayAfter = () => new Date(at.getTime() + hours * 3_600_000).getUTCDay()
  while ([0, 6].includes(dayAfter())) hours += dayHours
  if (hours > 0) await calls.post('/sandbox/clock', { hours })
}

export const passBusinessHours = async ({ calls }: Person, hours: number): Promise<void> => {
  await calls.post('/sandbox/clock', { hours, business: true })
}
