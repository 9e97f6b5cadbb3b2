import { expect, test } from 'vitest'
import { walletLink } from './wallet-link.ts'

const address = '0x7A3e19Bf04C5d2E86b1F9aC3D47e6508fB2c91Da'
const token = '0xdAC17F958D2ee523a2206206994597C13D831ec7'

test('a token payment names the token’s contract and the amount in its smallest units', () => {
  const asset = { tokenAddress: token, chainId: 1, decimals: 6 }
  const link = (amount: string) => walletLink({ address, amount, asset })
  expect(link('201.125701')).toBe(`ethereum:${token}@1/transfer?address=${address}&uint256=201125701`)
  expect(link('0.5')).toContain('uint256=500000')
  expect(link('1000')).toContain('uint256=1000000000')
})

test('18 decimals are exact, and the chain’s own coin is sent as a value', () => {
  const dai = { tokenAddress: token, chainId: 31_337, decimals: 18 }
  expect(walletLink({ address, amount: '1005.000000000000000001', asset: dai })).toContain(
    '@31337/transfer?address=0x7A3e19Bf04C5d2E86b1F9aC3D47e6508fB2c91Da&uint256=1005000000000000000001',
  )
  const native = { tokenAddress: null, chainId: 1, decimals: 18 }
  expect(walletLink({ address, amount: '0.25', asset: native })).toBe(
    `ethereum:${address}@1?value=250000000000000000`,
  )
})
