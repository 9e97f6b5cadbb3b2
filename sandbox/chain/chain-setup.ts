import { encodeFunctionData, parseEther, type Address, type Hex } from 'viem'
import type { ChainAccounts } from './chain-accounts.ts'
import { create2Proxy, type DeploymentPlan } from './deployment.ts'
import type { DemoWallet } from './demo-wallet.ts'
import { tokenAbi, type Sender } from './sender.ts'

const plenty = '10000000'
const lowTokens = 1_000_000n
const lowEther = parseEther('1000')

/** What a wallet of the operator needs for gas. The product books it, so it has no more. */
const gasOfOperator = { low: parseEther('1'), high: parseEther('100'), filling: '10' }

/** In the first block each account of the mnemonic has a million; a wallet of the operator returns what it does not need. */
const fillOperator = async ({ sender, accounts, wallet }: Setup): Promise<void> => {
  for (const owner of [accounts.treasury, accounts.payoutWallet, accounts.venueWallet]) {
    const { address } = owner
    const held = BigInt(await sender.read<Hex>('eth_getBalance', [address, 'latest']))
    if (held < gasOfOperator.low)
      await wallet.mint({ asset: 'ETH', to: address, amount: gasOfOperator.filling })
    if (held < gasOfOperator.high) continue
    const value = held - parseEther(gasOfOperator.filling)
    await sender.receipt(await sender.send(owner, { to: accounts.faucet.address, value }))
  }
}

type Setup = Pick<Parameters<typeof setUpChain>[0], 'sender' | 'accounts' | 'wallet'>

/** Deploys missing contracts and refills low accounts. A second run changes nothing that is in order. */
export const setUpChain = async (deps: {
  plan: DeploymentPlan
  sender: Sender
  accounts: ChainAccounts
  wallet: DemoWallet
}): Promise<void> => {
  const { plan, sender, accounts, wallet } = deps
  for (const { address } of [accounts.deployer, accounts.demoWallet]) {
    if (BigInt(await sender.read<Hex>('eth_getBalance', [address, 'latest'])) < lowEther) {
      await wallet.mint({ asset: 'ETH', to: address, amount: '10000' })
    }
  }
  await fillOperator(deps)
  let lastHash: Hex | null = null
  for (const { address, deployData } of plan.contracts) {
    if ((await sender.read<Hex>('eth_getCode', [address, 'latest'])) !== '0x') continue
    lastHash = await sender.send(accounts.deployer, { to: create2Proxy, data: deployData, gas: 1_600_000n })
  }
  if (lastHash) await sender.receipt(lastHash)
  for (const { address } of plan.contracts) {
    const code = await sender.read<Hex>('eth_getCode', [address, 'latest'])
    if (code === '0x') throw new Error(`chain: ${address} was not deployed`)
  }
  for (const { asset, decimals, units } of await wallet.balances()) {
    if (asset === 'ETH' || units >= lowTokens * 10n ** BigInt(decimals)) continue
    await wallet.mint({ asset, to: accounts.demoWallet.address, amount: plenty })
  }
  await allowDisperse(deps)
}

const allowDisperse = async ({ plan, sender, accounts }: Parameters<typeof setUpChain>[0]) => {
  const owner = accounts.demoWallet.address
  const allowance = async (token: Address) => {
    const args = [owner, plan.disperse] as const
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'allowance', args })
    return BigInt(await sender.read<Hex>('eth_call', [{ to: token, data }, 'latest']))
  }
  for (const { address } of [...plan.tokens, ...plan.unlistedTokens]) {
    if ((await allowance(address)) > 0n) continue
    const args = [plan.disperse, 2n ** 256n - 1n] as const
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args })
    await sender.receipt(await sender.send(accounts.demoWallet, { to: address, data }))
  }
}
