import type { Lane } from './lanes.ts'
import type { Log } from './log.ts'

const pollMs = 500

/** The lanes that have a due job; the value is the time of the first. */
export type DueLanes = ReadonlyMap<Lane, Date>

/**
 * Reads which lanes have a due job: at intervals, and when a new job is announced. One read serves all idle workers
 * of the process. A claim of each of them costs a transaction, and most of them would find nothing.
 */
export const createJobPoll = (deps: {
  read: () => Promise<DueLanes>
  onRead: (due: DueLanes) => void
  log: Log
}) => {
  let isOn = false
  let isAnnounced = false
  let reading: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  const readOnce = async () => {
    try {
      deps.onRead(await deps.read())
    } catch (error) {
      deps.log.error('Due jobs could not be read', error)
    }
  }
  const readAll = async () => {
    do {
      isAnnounced = false
      await readOnce()
    } while (isAnnounced && isOn)
    reading = null
    if (isOn) timer = setTimeout(read, pollMs)
  }
  const read = () => {
    clearTimeout(timer)
    reading = readAll()
  }
  return {
    start: () => {
      isOn = true
      read()
    },
    /** Reads again. A job that is announced during a read may be missing in its result. */
    announce: () => {
      if (!isOn) return
      if (reading) isAnnounced = true
      else read()
    },
    stop: async () => {
      isOn = false
      clearTimeout(timer)
      await reading
    },
  }
}
