import { listCards } from '@cardamom/contract/cards'
import { expect, test } from 'vitest'
import { emitLive, emitMissed, onAnyLive, onLive } from './live-hub.ts'
import { queryClient, type QueryOptions } from './query.ts'

/** The compiler runs this test: it must report each expected error. */
test('a page waits only for events that exist, one or all of a noun', () => {
  const waits: QueryOptions[] = [
    { live: ['load.credited', 'card.'] },
    // @ts-expect-error: there is no such event
    { live: ['load.credit'] },
    // @ts-expect-error: a deposit has no events
    { live: ['deposit.'] },
    // @ts-expect-error: a noun must end with its dot, because other nouns may start with the same letters
    { live: ['card'] },
  ]
  expect(waits).toHaveLength(4)
})

test('so does a query with its own options', () => {
  const key = [listCards.path]
  queryClient.setQueryDefaults(key, { meta: { live: ['card.', 'card_transaction.'] } })
  // @ts-expect-error: there is no such event
  queryClient.setQueryDefaults(key, { meta: { live: ['card.activate'] } })
  expect(queryClient.getQueryDefaults(key).meta?.live).toEqual(['card.activate'])
})

const happened = (type: string) => emitLive({ id: '1', type, entity: 'x', entityId: '2' })

test('a listener names events that exist, and is called for those only', () => {
  const calls: string[] = []
  const stops = [
    onLive(['load.credited', 'card.'], (change) => calls.push(`loads ${change}`)),
    onLive(['notification.'], (change) => calls.push(`notifications ${change}`)),
    // @ts-expect-error: there is no such event
    onLive(['notification.made'], (change) => calls.push(`none ${change}`)),
    // @ts-expect-error: a noun must end with its dot
    onLive(['notifications'], (change) => calls.push(`none ${change}`)),
  ]
  for (const type of ['load.credited', 'load.credited_again', 'card.created', 'cardholder.added'])
    happened(type)
  happened('notification.created')
  expect(calls).toEqual(['loads event', 'loads event', 'notifications event'])
  emitMissed()
  expect(calls.slice(3)).toEqual(['loads missed', 'notifications missed', 'none missed', 'none missed'])
  for (const stop of stops) stop()
  happened('card.created')
  expect(calls).toHaveLength(7)
})

test('a listener of every event learns which topics may have changed', () => {
  const found: boolean[] = []
  const stop = onAnyLive((mayConcern) => {
    found.push(mayConcern(['kyc.']), mayConcern(['load.']))
    // @ts-expect-error: there is no such event
    mayConcern(['kyc.decide'])
  })
  happened('kyc.decided')
  emitMissed()
  stop()
  expect(found).toEqual([true, false, true, true])
})
