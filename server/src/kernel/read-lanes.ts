import pg from 'pg'
import { clientLimits, limitConnection, type ConnectionKind } from './connection-limits.ts'
import { joinWrites, type JoinedWrites } from './joined-writes.ts'
import type { Statement } from './queries.ts'
import { prepareScope, queryScoped, type ScopeSettings } from './scoped-statement.ts'

/**
 * Connections that many callers share for reads, and for writes of one statement. A statement is sent without waiting for earlier answers, and
 * all statements of one turn of the event loop leave in one packet, because packets are most of the cost of a
 * small read.
 */
export type ReadLanes = {
  readonly query: (settings: ScopeSettings, statement: Statement) => Promise<pg.QueryResult>
  /**
   * Age of the oldest statement in the least delayed lane, in ms; 0 while a lane is free or another one may
   * be opened.
   */
  readonly waitMs: () => number
  readonly close: () => Promise<void>
}

type Lane = {
  readonly client: pg.Client
  readonly ready: Promise<void>
  /** What the driver writes; null until the lane is ready. */
  writes: JoinedWrites | null
  isLost: boolean
  /** Statements that are written and held back until the earlier ones are answered. */
  held: number
  /** Statements that were sent and have no answer yet. */
  underWay: number
  /** The times at which the unanswered statements were sent, oldest first. */
  readonly sentMs: number[]
}

/** A lane whose oldest statement has run this long gets no more statements while another lane is better. */
const slowMs = 10
/** Statements that share a lane before another lane is used. */
const mostShared = 16
/** Higher than the number of lanes, because a restart of the database may close each of them. */
const mostTries = 10
/** SQLSTATE of a server that is about to end the connection. */
const endsConnection = /^(?:57P0[1-3]|08...)$/
/** The prepared statement does not exist, because the earlier statement that should prepare it has failed. */
const notPrepared = '26000'
/**
 * The prepared statement already exists, or a transaction is open: the driver's state of the connection is
 * wrong.
 */
const outOfStep = /^(?:42P05|25P0[12])$/

const ageMs = ({ sentMs }: Lane, nowMs: number): number => (sentMs[0] === undefined ? 0 : nowMs - sentMs[0])

/** Sends the held statements at the end of this turn of the event loop. */
const sendSoon = (lane: Lane): void => {
  setImmediate(() => {
    lane.underWay += lane.held
    lane.held = 0
    lane.writes?.send()
  })
}

/**
 * Holds a statement back until the turn of the event loop ends and the earlier statements are answered. The
 * server runs them one after another anyway, and one packet for ten statements costs both sides little more
 * than a packet for one.
 */
const hold = (lane: Lane): void => {
  lane.held += 1
  if (lane.held > 1) return
  lane.writes?.hold()
  if (lane.underWay === 0) sendSoon(lane)
}

const recordAnswer = (lane: Lane): void => {
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
  /** The error for callers when a lane could not be opened. */
  unreachable: (cause: unknown) => Error
}): ReadLanes => {
  const lanes: Lane[] = []
  let isClosed = false

  const dropLane = (lane: Lane) => {
    lane.isLost = true
    const index = lanes.indexOf(lane)
    if (index >= 0) lanes.splice(index, 1)
  }
  /** Removes a lane: it gets no more statements, and closes after those that it has. */
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
      lane.writes = joinWrites(client.connection.stream)
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
      writes: null,
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
      if (!lane.writes) await lane.ready
      hold(lane)
      return await queryScoped(lane.client, settings, statement).finally(() => recordAnswer(lane))
    } finally {
      // Answers come in the order of the statements.
      lane.sentMs.shift()
    }
  }
  /**
   * Whether a read is tried again: its lane was lost for another reason than a timeout, or its prepared
   * statement does not exist.
   */
  const isTriedAgain = (lane: Lane, error: unknown): boolean =>
    (lane.writes !== null && lane.isLost && !(error as Error).message.includes('timeout')) ||
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
          // One retry prepares a statement that does not exist.
          if (outOfStep.test(code) || (code === notPrepared && tries > 1)) retireLane(lane)
          const isRepeatable = !settings.writes || code === notPrepared
          if (tries === mostTries || !isRepeatable || !isTriedAgain(lane, error)) throw error
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
