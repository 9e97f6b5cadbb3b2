import { listCards } from '@cardamom/contract/cards'
import { expect, test } from 'vitest'
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
