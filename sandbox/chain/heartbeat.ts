import type { Journal } from './journal.ts'
import type { Miner } from './miner.ts'

export type Heartbeat = {
  readonly isOpen: () => boolean
  /** Survives a restart. */
  readonly setOpen: (open: boolean) => void
  /** Reports activity: the heartbeat is fast for a minute. */
  readonly wake: () => void
  readonly start: () => void
  readonly stop: () => void
}

const awakeMs = 60_000

/** Mines an empty block at intervals, as a real chain does, so that payments become final. */
export const createHeartbeat = (deps: {
  miner: Miner
  journal: Journal
  heartbeatMs: number
  idleHeartbeatMs: number
  /** Work to do at a beat, before its block. */
  beforeBeat: () => Promise<void>
}): Heartbeat => {
  const { miner, journal, heartbeatMs, idleHeartbeatMs, beforeBeat } = deps
  let awakeUntilMs = performance.now() + awakeMs
  let running = false
  let timer: NodeJS.Timeout | undefined
  const isOpen = () => journal.fact('payments_open') !== '0'

  const beat = async () => {
    if (!isOpen() || miner.isPaused()) return
    await beforeBeat()
    await miner.mine(1)
  }
  const schedule = () => {
    clearTimeout(timer)
    if (!running) return
    const pauseMs = performance.now() < awakeUntilMs ? heartbeatMs : idleHeartbeatMs
    timer = setTimeout(() => {
      // anvil may be restarting: the next beat tries again.
      void beat()
        .catch((cause: unknown) => process.stderr.write(`chain: ${String(cause)}\n`))
        .finally(schedule)
    }, pauseMs)
  }
  return {
    isOpen,
    setOpen: (open) => journal.setFact('payments_open', open ? '1' : '0'),
    wake: () => {
      const slept = performance.now() >= awakeUntilMs
      awakeUntilMs = performance.now() + awakeMs
      if (slept) schedule()
    },
    start: () => {
      running = true
      schedule()
    },
    stop: () => {
      running = false
      clearTimeout(timer)
    },
  }
}
