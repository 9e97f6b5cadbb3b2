import { describe, expect, test } from 'vitest'
import { productionSettings } from '../../kernel/config.test-kit.ts'
import { readEvmChain } from './evm-chain.ts'

describe('EVM_CHAIN', () => {
  const chain = JSON.parse(productionSettings.EVM_CHAIN) as Record<string, unknown>
  const reading = (change: object) => () => readEvmChain(JSON.stringify({ ...chain, ...change }))
  test('is read when it is valid', () => {
    expect(readEvmChain(productionSettings.EVM_CHAIN)).toMatchObject({ chainId: 1, feedDecimals: 8 })
  })
  test('names the field that is wrong', () => {
    expect(() => readEvmChain('{')).toThrow(
      'EVM_CHAIN is not JSON: write the JSON that docs/operations.md describes.',
    )
    expect(() => readEvmChain('{}')).toThrow(
      'EVM_CHAIN: chainId is not a number: write the JSON that docs/operations.md describes.',
    )
    expect(() => readEvmChain('[]')).toThrow(/^EVM_CHAIN: /)
    expect(reading({ treasury: '0x12' })).toThrow(
      'EVM_CHAIN: treasury is not an address: 0x and 40 hex digits',
    )
    expect(reading({ feeds: {} })).toThrow('EVM_CHAIN: feeds.USDC is missing')
    expect(reading({ feeds: { USDC: [`0x${'1'.repeat(40)}`] } })).toThrow(
      'EVM_CHAIN: feeds.USDC names fewer than two price feeds',
    )
  })
})
