import { personWithCard, personWithMoney, quotedLoad, type CardPerson, type OwnLoad } from './people.ts'
import { until } from './product-calls.ts'
import { swipe } from './shop.ts'

type Row = { id: string; kind: string }

/** A person with money on the card, a floating payment and a declined one. */
export const spender = async (): Promise<CardPerson & { rows: readonly Row[] }> => {
  const person = await personWithMoney('300.00')
  await swipe(person, '100.00', 'hotel')
  await swipe(person, '900.00')
  const rows = await until('three rows', async () => {
    const { items } = await person.calls.get<{ items: Row[] }>('/transactions?limit=10')
    return items.length >= 3 && items
  })
  return { ...person, rows }
}

const ends = {
  quoted: null,
  part: { payment: 'less', status: 'detected' },
  held: { payment: 'exact', status: 'held' },
  over: { payment: 'more', status: 'review' },
  otherCoin: { payment: 'other_asset', status: 'review' },
  late: { payment: 'late', status: 'review' },
} as const

export type LoadStage = keyof typeof ends | 'cancelled' | 'credited'

const loadAt = async (person: CardPerson, stage: LoadStage): Promise<string> => {
  const { id } = await quotedLoad(person, {
    amount: '100.00',
    speed: stage === 'credited' ? 'immediate' : 'regular',
  })
  if (stage === 'cancelled') await person.calls.post(`/loads/${id}/cancel`)
  const end = stage === 'credited' ? { payment: 'exact', status: 'credited' } : null
  const wanted = stage === 'cancelled' ? null : (end ?? ends[stage as keyof typeof ends])
  if (wanted === null) return id
  await person.calls.post(`/sandbox/loads/${id}/pay`, { payment: wanted.payment })
  await until(`a load that is ${stage}`, async () => {
    const { status } = await person.calls.get<OwnLoad>(`/loads/${id}`)
    return status === wanted.status
  })
  return id
}

/** A person with a load in each state; the load that waits for its payment is made last. */
export const loader = async (): Promise<CardPerson & { loads: Readonly<Record<LoadStage, string>> }> => {
  const person = await personWithCard()
  const loads: Partial<Record<LoadStage, string>> = {}
  const stages: readonly LoadStage[] = [
    'cancelled',
    'credited',
    'held',
    'over',
    'otherCoin',
    'late',
    'part',
    'quoted',
  ]
  for (const stage of stages) loads[stage] = await loadAt(person, stage)
  return { ...person, loads: loads as Record<LoadStage, string> }
}
