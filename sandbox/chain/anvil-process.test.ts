import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { lives, serviceProcess } from './chain-process-test-kit.ts'
import { control, newFolder, publicClient } from './chain-test-kit.ts'
import { installedEngine } from './engines.ts'

// Every test starts whole processes, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 })

const port = 5056
const { chain, pay } = control(port)
const client = publicClient(port)
const payee = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

describe.runIf(installedEngine() === 'anvil')('anvil as a process', () => {
  const folder = newFolder()
  const { launch, end, endRunning } = serviceProcess({ port, dataDir: folder.path, engine: 'anvil' })

  afterEach(endRunning)
  afterAll(() => folder.remove())

  test('the next start ends an anvil whose guard was killed', async () => {
    const child = await launch()
    const { enginePid, head } = await chain()
    const guardPid = Number(readFileSync(`/proc/${enginePid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1])
    const watchers = readFileSync(`/proc/${guardPid}/task/${guardPid}/children`, 'utf8').trim().split(' ')
    // A stopped service cannot see that its guard ended, and cannot start another.
    child.kill('SIGSTOP')
    process.kill(guardPid, 'SIGKILL')
    for (const pid of watchers.map(Number)) if (pid !== enginePid) process.kill(pid, 'SIGKILL')
    await end(child, 'SIGKILL')
    await pause(200)
    expect(lives(enginePid)).toBe(true)
    await launch()
    expect(lives(enginePid)).toBe(false)
    expect((await chain()).head).toBeGreaterThanOrEqual(head)
  })

  test('a killed anvil restarts with the same chain', async () => {
    await launch()
    const { enginePid, head } = await chain()
    const { hash } = await client.getBlock({ blockNumber: BigInt(head) })
    process.kill(enginePid, 'SIGKILL')
    await expect.poll(async () => (await chain()).enginePid, { timeout: 10_000 }).not.toBe(enginePid)
    await pay({ asset: 'USDC', to: payee, amount: '1' })
    expect((await client.getBlock({ blockNumber: BigInt(head) })).hash).toBe(hash)
  })
})
