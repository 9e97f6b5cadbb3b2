import { expect, test } from 'vitest'
import { arrivedOn, isShort, otherCoins, type LoadOnWire } from './load-wire.ts'

const transfer = (asset: string, amount: string, status: 'seen' | 'final' | 'gone' | 'unlisted' = 'final') =>
  ({ asset, amount, status }) as LoadOnWire['transfers'][number]
const loadWith = (received: string, transfers: LoadOnWire['transfers']) =>
  ({ asset: { symbol: 'USDC' }, due: '200.000000', received, transfers }) as unknown as LoadOnWire

test('the rest is requested until the seen amount counts as paid', () => {
  for (const [received, short] of [
    ['0.000000', true],
    ['0.000001', true],
    ['198.999999', true],
    ['199.000000', false],
    ['200.000000', false],
    ['260.000000', false],
  ] as const) {
    expect([received, isShort({ received, due: '200.000000' })]).toEqual([received, short])
  }
})

test('other coins are named once, and transfers that the network dropped are not named', () => {
  const own = transfer('USDC', '200.000000')
  const others = [transfer('USDT', '1.000000'), transfer('USDT', '2.000000', 'seen')]
  const none = [transfer('DAI', '5.0', 'gone'), transfer('0xabc', '5', 'unlisted')]
  expect(otherCoins(loadWith('200.000000', [own, ...others, ...none]))).toEqual(['USDT'])
  expect(otherCoins(loadWith('200.000000', [own, ...none]))).toEqual([])
  expect(arrivedOn(loadWith('200.000000', [own, ...none]))).toEqual([{ amount: '200.000000', asset: 'USDC' }])
  expect(arrivedOn(loadWith('200.000000', [own, ...others])).map(({ amount }) => amount)).toEqual([
    '200.000000',
    '1.000000',
    '2.000000',
  ])
})
