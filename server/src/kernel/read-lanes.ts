import pg from 'pg'
import { clientLimits, limitConnection, type ConnectionKind } from './connection-limits.ts'
import type { Statement } from './queries.ts'
import { prepareScope, queryScoped, type ScopeSettings } from './scoped-statement.ts'

/**
 * Connections that many callers share for reads. A caller's statement is sent without waiting for the answers before it, and
 * all statements of one turn of the event loop leave in one packet: most of a small read's cost is its packets.
 */
export type ReadLanes = {
  readonly query: (settings: ScopeSettings, statement: Statement) => Promise<pg.QueryResult>
  /** Age of the oldest statement in the least delayed lane, in ms; 0 while a lane is free or another may be opened. */
  readonly waitMs: () => number
  readonly close: () => Promise<void>
}

type Lane = {
  readonly client: pg.Client
  readonly ready: Promise<void>
  isReady: boolean
  isLost: boolean
  /** Statements that are written, and held back until those before them are answered. */
  held: number
  /** Statements that have left and have no answer yet. */
  underWay: number
  /** When each statement that has no answer yet was sent, in that order. */
  readonly sentMs: number[]
}

/** A lane with a statement that has run this long gets no more while another lane is better. */
const slowMs = 10
/** Statements that share a lane before another lane is used. */
const mostShared = 16
/** More than there are lanes: after a restart of the database each of them may be lost. */
const mostTries = 10
/** SQLSTATE of a server that is about to end the connection. */
const endsConnection = /^(?:57P0[1-3]|08...)$/
/** The prepared statement is not there: the statement before it, which prepares it, failed. */
const notPrepared = '26000'
/** The prepared statement is there already, or a transaction is open: the connection is not as the driver thinks. */
const outOfStep = /^(?:42P05|25P0[12])$/

const ageMs = ({ sentMs }: Lane, nowMs: number): number => (sentMs[0] === undefined ? 0 : nowMs - sentMs[0])

/** Sends what was held back when this turn of the event loop ends. */
const sendSoon = (lane: Lane): void => {
  setImmediate(() => {
    lane.underWay += lane.held
    lane.held = 0
    lane.client.connection.stream.uncork()
  })
}

/**
 * Holds a statement back until the turn of the event loop ends and the statements before it are answered. The server works on
 * one after another anyway, and one packet for ten statements costs both sides little more than one for one.
 */
const hold = (lane: Lane): void => {
  lane.held += 1
  if (lane.held > 1) return
  lane.client.connection.stream.cork()
  if (lane.underWay === 0) sendSoon(lane)
}

const noteAnswer = (lane: Lane): void => {
  lane.underWay -= 1
  if (lane.underWay === 0 && lane.held > 0) sendSoon(lane)
}

/** Opens lanes when they are needed. @param most lanes at the same time */
export const createReadLanes = (options: {
  url: string
  most: number
  kind: ConnectionKind
  connectTimeoutMs: number
  onIdleError: (error: Error) => void
  /** What a caller is told whose lane could not be opened. */
  unreachable: (cause: unknown) => Error
}): ReadLanes => {
  const lanes: Lane[] = []
  let isClosed = false

  const dropLane = (lane: Lane) => {
    lane.isLost = true
    const index = lanes.indexOf(lane)
    if (index >= 0) lanes.splice(index, 1)
  }
  /** Gives it no more statements, and closes it after those that it has. */
  const retireLane = (lane: Lane) => {
    if (lane.isLost) return
    dropLane(lane)
    void lane.client.end().catch(() => undefined)
  }
  const openLane = (): Lane => {
    const client = new pg.Client({
      ...clientLimits(options.kind),
      connectionString: options.url,
      connectionTimeoutMillis: options.connectTimeoutMs,
      application_name: 'cardamom',
      pipeline: true,
    })
    const connect = async () => {
      await client.connect()
      await limitConnection(client, options.kind)
      await prepareScope(client)
      lane.isReady = true
    }
    const drop = () => dropLane(lane)
    client.on('error', (error) => {
      if (lane.sentMs.length === 0 && !lane.isLost) options.onIdleError(error)
      drop()
    })
    client.on('end', drop)
    const lane: Lane = {
      client,
      ready: connect().catch((error: unknown) => {
        drop()
        void client.end().catch(() => undefined)
        throw options.unreachable(error)
      }),
      isReady: false,
      isLost: false,
      held: 0,
      underWay: 0,
      sentMs: [],
    }
    lanes.push(lane)
    return lane
  }

  const chooseLane = (): Lane => {
    const nowMs = performance.now()
    const isGood = (lane: Lane) => lane.sentMs.length < mostShared && ageMs(lane, nowMs) < slowMs
    const good = lanes.find(isGood)
    if (good) return good
    if (lanes.length < options.most) return openLane()
    const [first, ...others] = lanes
    if (!first) return openLane()
    return others.reduce((best, lane) => (lane.sentMs.length < best.sentMs.length ? lane : best), first)
  }

  const queryOn = async (lane: Lane, settings: ScopeSettings, statement: Statement) => {
    lane.sentMs.push(performance.now())
    try {
      if (!lane.isReady) await lane.ready
      hold(lane)
      return await queryScoped(lane.client, settings, statement).finally(() => noteAnswer(lane))
    } finally {
      // Answers come in the order of the statements.
      lane.sentMs.shift()
    }
  }
  /** A read that was not done may be tried again: its lane was lost, but not because the server is silent. */
  const isTriedAgain = (lane: Lane, error: unknown): boolean =>
    (lane.isReady && lane.isLost && !(error as Error).message.includes('timeout')) ||
    (error as { code?: string }).code === notPrepared
  return {
    query: async (settings, statement) => {
      for (let tries = 1; ; tries += 1) {
        if (isClosed) throw new Error('The database is closed')
        const lane = chooseLane()
        try {
          return await queryOn(lane, settings, statement)
        } catch (error) {
          const { code = '' } = error as { code?: string }
          if (endsConnection.test(code)) dropLane(lane)
          // One retry prepares a statement that is not there.
          if (outOfStep.test(code) || (code === notPrepared && tries > 1)) retireLane(lane)
          if (tries === mostTries || !isTriedAgain(lane, error)) throw error
        }
      }
    },
    waitMs: () => {
      if (lanes.length < options.most) return 0
      const nowMs = performance.now()
      return Math.min(...lanes.map((lane) => (lane.sentMs.length > 1 ? ageMs(lane, nowMs) : 0)))
    },
    close: async () => {
      isClosed = true
      await Promise.all(
        [...lanes].map(async ({ ready, client }) => {
          await ready.catch(() => undefined)
          await client.end().catch(() => undefined)
        }),
      )
    },
  }
}
