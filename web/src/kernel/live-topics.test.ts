import { listCards } from '@cardamom/contract/cards'
import { expect, test } from 'vitest'
import { queryClient, type QueryOptions } from './query.ts'

/** This test is the compiler's: each expected error is one that it must find. */
test('a page waits for events that there are, alone or by their noun', () => {
  const waits: QueryOptions[] = [
    { live: ['load.credited', 'card.'] },
    // @ts-expect-error: there is no such event
    { live: ['load.credit'] },
    // @ts-expect-error: nothing happens to it
    { live: ['deposit.'] },
    // @ts-expect-error: a noun ends with its dot, else it is the beginning of others too
    { live: ['card'] },
  ]
  expect(waits).toHaveLength(4)
})

test('so does a query that is written out', () => {
  const key = [listCards.path]
  queryClient.setQueryDefaults(key, { meta: { live: ['card.', 'card_transaction.'] } })
  // @ts-expect-error: there is no such event
  queryClient.setQueryDefaults(key, { meta: { live: ['card.activate'] } })
  expect(queryClient.getQueryDefaults(key).meta?.live).toEqual(['card.activate'])
})
