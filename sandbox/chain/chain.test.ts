import {
  createWalletClient,
  getAddress,
  getContractAddress,
  http,
  keccak256,
  parseEther,
  parseEventLogs,
  parseUnits,
  toHex,
  zeroAddress,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Service } from '../kernel/service.ts'
import { startChain } from './chain-service.ts'
import {
  control,
  engines,
  erc20,
  factoryAbi,
  feedAbi,
  newFolder,
  publicClient,
  settingsFor,
  type ChainFacts,
} from './chain-test-kit.ts'

const port = 5040
describe.each(engines)('on %s', (engine) => {
  const folder = newFolder()
  const { call, chain, pay, post } = control(port)
  const client = publicClient(port)
  const accountOf = (label: string) => getAddress(`0x${keccak256(toHex(label)).slice(26)}`)
  let service: Service
  let facts: ChainFacts

  beforeAll(async () => {
    service = await startChain({ ...settingsFor(port, folder.path, engine), heartbeatMs: 60_000 })
    facts = await chain()
  })
  afterAll(async () => {
    await service.close()
    folder.remove()
  })

  const tokenOf = (symbol: string) => facts.tokens.find((each) => each.symbol === symbol)!

  describe('payments', () => {
    test('a payment is a signed transfer with its log, to the last unit', async () => {
      const to = accountOf('payer one')
      const usdt = tokenOf('USDT')
      const paid = await pay({ asset: 'USDT', to, amount: '201.125701' })
      const receipt = await client.getTransactionReceipt({ hash: paid.txHash })
      const [transferred] = parseEventLogs({ abi: erc20, logs: receipt.logs })
      expect(transferred?.args).toEqual({ from: facts.demoWallet, to, value: 201_125_701n })
      expect(transferred?.logIndex).toBe(paid.logIndex)
      expect(receipt.from).toBe(facts.demoWallet.toLowerCase())
      const logs = await client.getLogs({
        address: usdt.address,
        event: erc20[0],
        blockHash: receipt.blockHash,
      })
      expect(logs.map(({ args }) => args.value)).toEqual([201_125_701n])
      const held = { address: usdt.address, abi: erc20, functionName: 'balanceOf', args: [to] } as const
      expect(await client.readContract(held)).toBe(201_125_701n)
    })

    test('each token has its own decimals and the names of the real one', async () => {
      for (const { address, symbol, name, decimals } of facts.tokens) {
        const read = { address, abi: erc20 } as const
        expect(await client.readContract({ ...read, functionName: 'symbol' })).toBe(symbol)
        expect(await client.readContract({ ...read, functionName: 'name' })).toBe(name)
        expect(await client.readContract({ ...read, functionName: 'decimals' })).toBe(decimals)
      }
      expect(facts.tokens.map(({ symbol, decimals }) => [symbol, decimals])).toEqual([
        ['USDC', 6],
        ['USDT', 6],
        ['DAI', 18],
      ])
      const fake = facts.unlistedTokens.find(({ asset }) => asset === 'FAKE_USDT')!
      expect(fake.symbol).toBe('USDT')
      expect(fake.address).not.toBe(tokenOf('USDT').address)
    })

    test('one transaction can carry several transfers', async () => {
      const to = accountOf('twice paid')
      const payments = [
        { to, amount: '1.5' },
        { to, amount: '2.5' },
      ]
      const paid = await post<{ txHash: `0x${string}`; logIndexes: number[] }>('/pay-many', {
        asset: 'DAI',
        payments,
      })
      expect(paid.logIndexes).toEqual([0, 1])
      const receipt = await client.getTransactionReceipt({ hash: paid.txHash })
      const values = parseEventLogs({ abi: erc20, logs: receipt.logs }).map(
        ({ args }) => 'to' in args && args.value,
      )
      expect(values).toEqual([parseEther('1.5'), parseEther('2.5')])
    })

    test('payments at the same time all arrive, each once', async () => {
      const to = accountOf('crowd')
      const hashes = await Promise.all(
        Array.from({ length: 12 }, () => pay({ asset: 'USDC', to, amount: '10', wait: false })),
      )
      expect(new Set(hashes.map(({ txHash }) => txHash)).size).toBe(12)
      await expect
        .poll(() =>
          client.readContract({
            address: tokenOf('USDC').address,
            abi: erc20,
            functionName: 'balanceOf',
            args: [to],
          }),
        )
        .toBe(120_000_000n)
    })

    test.each([
      ['an amount of nothing', { asset: 'USDC', to: accountOf('x'), amount: '0' }, 400],
      ['more decimals than the token has', { asset: 'USDC', to: accountOf('x'), amount: '1.0000001' }, 400],
      ['an amount that is no text', { asset: 'USDC', to: accountOf('x'), amount: 1.5 }, 400],
      ['no wish at all', undefined, 400],
      ['a negative amount', { asset: 'USDC', to: accountOf('x'), amount: '-1' }, 400],
      ['a token that is not there', { asset: 'DOGE', to: accountOf('x'), amount: '1' }, 400],
      ['an address that is none', { asset: 'USDC', to: '0x12', amount: '1' }, 400],
      [
        'a wrong checksum',
        { asset: 'USDC', to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293Bc', amount: '1' },
        400,
      ],
      ['more than the wallet has', { asset: 'USDC', to: accountOf('x'), amount: '99999999999' }, 409],
    ])('refuses %s', async (_what, body, status) => {
      const answer = await call('POST', '/pay', body)
      expect(answer.status).toBe(status)
      expect(answer.body).toEqual({ error: expect.any(String) as string })
    })
  })

  describe('blocks', () => {
    test('finalized is two below the head, safe one', async () => {
      await post('/mine', { blocks: 3 })
      const [head, safe, finalized] = await Promise.all(
        (['latest', 'safe', 'finalized'] as const).map((blockTag) => client.getBlock({ blockTag })),
      )
      expect(head!.number - safe!.number).toBe(1n)
      expect(head!.number - finalized!.number).toBe(2n)
      expect((await chain()).finalized).toBe(Number(finalized!.number))
    })

    test('a payment becomes final after two more blocks', async () => {
      const { blockNumber } = await pay({ asset: 'USDC', to: accountOf('final'), amount: '1' })
      const finalNumber = async () => Number((await client.getBlock({ blockTag: 'finalized' })).number)
      expect(await finalNumber()).toBeLessThan(blockNumber)
      await post('/mine', { blocks: 2 })
      expect(await finalNumber()).toBe(blockNumber)
    })

    test('while mining is paused a payment waits in the pool', async () => {
      await post('/mining', { paused: true })
      const { txHash } = await pay({ asset: 'USDC', to: accountOf('paused'), amount: '1' })
      await expect(client.getTransactionReceipt({ hash: txHash })).rejects.toThrow('could not be found')
      await post('/mining', { paused: false })
      const mined = await client.waitForTransactionReceipt({ hash: txHash, pollingInterval: 50 })
      expect(mined.status).toBe('success')
    })

    test('a reorganisation can remove a payment for ever', async () => {
      const to = accountOf('taken')
      const { txHash, blockNumber } = await pay({ asset: 'USDC', to, amount: '7' })
      const before = await client.getBlock({ blockNumber: BigInt(blockNumber) })
      const { dropped, head } = await post<{ dropped: string[]; head: number }>('/reorg', { depth: 1 })
      expect(dropped).toEqual([txHash])
      expect(head).toBe(blockNumber + 1)
      const after = await client.getBlock({ blockNumber: BigInt(blockNumber) })
      expect(after.hash).not.toBe(before.hash)
      expect(after.parentHash).toBe(before.parentHash)
      await expect(client.getTransactionReceipt({ hash: txHash })).rejects.toThrow('could not be found')
      // The nonce is unused again, so the next payment works.
      expect((await pay({ asset: 'USDC', to, amount: '8' })).blockNumber).toBe(head + 1)
    })

    test('a reorganisation can put a payment into another block, or back into the pool', async () => {
      const first = await pay({ asset: 'USDC', to: accountOf('moved'), amount: '7' })
      await post('/mine')
      await post('/reorg', { depth: 2, transactions: 'remine' })
      const remined = await client.getTransactionReceipt({ hash: first.txHash })
      expect(Number(remined.blockNumber)).toBe(first.blockNumber + 2)
      await post('/reorg', { depth: 1, transactions: 'pool' })
      await expect(client.getTransactionReceipt({ hash: first.txHash })).rejects.toThrow('could not be found')
      await post('/mine')
      expect((await client.getTransactionReceipt({ hash: first.txHash })).status).toBe('success')
    })

    test('a reorganisation never removes the contracts', async () => {
      expect((await call('POST', '/reorg', { depth: 65 })).status).toBe(400)
      const fresh = (await chain()).head - facts.startBlock
      if (fresh < 64) expect((await call('POST', '/reorg', { depth: fresh + 1 })).status).toBe(409)
    })
  })

  describe('price feeds', () => {
    const latest = async (asset: string, source = 0) =>
      client.readContract({
        address: facts.feeds[asset]![source]!,
        abi: feedAbi,
        functionName: 'latestRoundData',
      })

    test('answer like Chainlink, with the default prices', async () => {
      const prices = await Promise.all(['USDC', 'USDT', 'DAI'].map(async (asset) => (await latest(asset))[1]))
      expect(prices).toEqual([100_000_000n, 99_940_000n, 99_990_000n])
      const address = facts.feeds['USDT']![0]
      const read = { address, abi: feedAbi } as const
      expect(await client.readContract({ ...read, functionName: 'decimals' })).toBe(8)
      expect(await client.readContract({ ...read, functionName: 'description' })).toBe('USDT / USD')
      const round = await latest('USDT')
      expect(await client.readContract({ ...read, functionName: 'getRoundData', args: [round[0]] })).toEqual(
        round,
      )
    })

    test('one source can be changed alone, and made stale', async () => {
      await post('/price', { asset: 'DAI', price: '0.97', source: 1 })
      expect((await latest('DAI', 0))[1]).toBe(99_990_000n)
      expect((await latest('DAI', 1))[1]).toBe(97_000_000n)
      await post('/price', { asset: 'DAI', source: 1, ageSeconds: 7200 })
      const [, answer, , updatedAt] = await latest('DAI', 1)
      expect(answer).toBe(97_000_000n)
      const { timestamp } = await client.getBlock()
      expect(Number(timestamp - updatedAt)).toBeGreaterThanOrEqual(7200)
      expect(Number(timestamp - updatedAt)).toBeLessThan(7320)
      await post('/price', { asset: 'DAI', price: '0.9999' })
      const { timestamp: now } = await client.getBlock()
      expect(Number(now - (await latest('DAI', 1))[3])).toBeLessThan(120)
    })

    test('refuses an invalid price', async () => {
      expect((await call('POST', '/price', { asset: 'DAI', price: '1,00' })).status).toBe(400)
      expect((await call('POST', '/price', { asset: 'PEPR', price: '1' })).status).toBe(400)
    })
  })

  describe('forwarders', () => {
    const treasury = mnemonicToAccount('test test test test test test test test test test test junk', {
      addressIndex: 2,
    })
    const factory = () => ({ address: facts.forwarderFactory, abi: factoryAbi }) as const
    const predicted = (salt: `0x${string}`) =>
      getContractAddress({
        opcode: 'CREATE2',
        from: facts.forwarderFactory,
        salt,
        bytecodeHash: facts.forwarderInitCodeHash,
      })

    test('the address of a salt is known before the forwarder exists', async () => {
      const salt = keccak256(toHex('payment 1'))
      expect(await client.readContract({ ...factory(), functionName: 'initCodeHash' })).toBe(
        facts.forwarderInitCodeHash,
      )
      expect(await client.readContract({ ...factory(), functionName: 'treasury' })).toBe(facts.treasury)
      const address = await client.readContract({
        ...factory(),
        functionName: 'forwarderAddress',
        args: [salt],
      })
      expect(address).toBe(predicted(salt))
      expect(await client.getCode({ address })).toBeUndefined()
    })

    test('anyone can sweep money that was sent to it before it existed, only to the treasury', async () => {
      const salts = ['swept 1', 'swept 2', 'never paid'].map((each) => keccak256(toHex(each)))
      const usdt = tokenOf('USDT').address
      await pay({ asset: 'USDT', to: predicted(salts[0]!), amount: '100.5' })
      await pay({ asset: 'USDT', to: predicted(salts[1]!), amount: '0.000001' })
      await pay({ asset: 'ETH', to: predicted(salts[0]!), amount: '2' })
      const wallet = createWalletClient({ account: treasury, chain: foundry, transport: http(facts.rpcUrl) })
      const held = { address: usdt, abi: erc20, functionName: 'balanceOf', args: [facts.treasury] } as const
      const before = await client.readContract(held)
      const hash = await wallet.writeContract({ ...factory(), functionName: 'sweep', args: [usdt, salts] })
      const receipt = await client.waitForTransactionReceipt({ hash, pollingInterval: 50 })
      expect((await client.readContract(held)) - before).toBe(parseUnits('100.500001', 6))
      const swept = parseEventLogs({ abi: factoryAbi, logs: receipt.logs, eventName: 'Swept' })
      expect(swept.map(({ args }) => [args.salt, args.amount])).toEqual([
        [salts[0], 100_500_000n],
        [salts[1], 1n],
      ])
      expect(await client.getCode({ address: predicted(salts[0]!) })).toMatch(/^0x60/)
      expect(await client.getCode({ address: predicted(salts[2]!) })).toBeUndefined()
      const ether = await wallet.writeContract({
        ...factory(),
        functionName: 'sweep',
        args: [zeroAddress, [salts[0]!]],
      })
      await client.waitForTransactionReceipt({ hash: ether, pollingInterval: 50 })
      expect(await client.getBalance({ address: predicted(salts[0]!) })).toBe(0n)
    })
  })
})
