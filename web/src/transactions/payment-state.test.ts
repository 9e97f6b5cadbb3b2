import { describe, expect, it } from 'vitest'
import { wholeReleases } from './payment-state.tsx'

const event = (
  id: string,
  type: 'authorisation' | 'increment' | 'reversal' | 'clearing',
  amount: string,
) => ({
  id,
  type,
  amount,
})

describe('a reversal', () => {
  it('releases the whole hold where nothing stays held', () => {
    const events = [event('a', 'authorisation', '40.00'), event('b', 'reversal', '40.00')]
    expect([...wholeReleases(events)]).toEqual(['b'])
  })
  it('releases a part where something stays held', () => {
    const events = [
      event('a', 'authorisation', '40.00'),
      event('b', 'increment', '10.00'),
      event('c', 'reversal', '20.00'),
      event('d', 'reversal', '30.00'),
    ]
    expect([...wholeReleases(events)]).toEqual(['d'])
  })
})
