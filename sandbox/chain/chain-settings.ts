import { type ServiceSettings, settingsFromEnv } from '../kernel/service.ts'
import type { EngineName } from './engine.ts'

/** Settings of the chain, in addition to those of every embedded service. All are optional. */
export type ChainSettings = ServiceSettings & {
  /** Default: anvil where it is installed, else the JavaScript node. */
  readonly engine?: EngineName
  /** Port of anvil itself; default: the service's port + 1. */
  readonly anvilPort?: number
  /** Pause between heartbeat blocks while the chain is in use; default 2000. */
  readonly heartbeatMs?: number
  /** The pause when nothing was sent for a minute; default 12000, as on the real chain. */
  readonly idleHeartbeatMs?: number
}

/** Reads the variables of every service and CHAIN_ENGINE, ANVIL_PORT, HEARTBEAT_MS, IDLE_HEARTBEAT_MS. */
export const chainSettingsFromEnv = (env: NodeJS.ProcessEnv = process.env): ChainSettings => {
  const number = (key: string) => {
    const text = env[key]
    if (text === undefined || text === '') return undefined
    if (!/^\d+$/.test(text)) throw new Error(`chain: ${key} must be a whole number, not "${text}"`)
    return Number(text)
  }
  const engine = env['CHAIN_ENGINE'] || undefined
  if (engine !== undefined && engine !== 'anvil' && engine !== 'js') {
    throw new Error(`chain: CHAIN_ENGINE must be anvil or js, not "${engine}"`)
  }
  const anvilPort = number('ANVIL_PORT')
  const heartbeatMs = number('HEARTBEAT_MS')
  const idleHeartbeatMs = number('IDLE_HEARTBEAT_MS')
  return {
    ...settingsFromEnv('chain', env),
    ...(engine === undefined ? {} : { engine }),
    ...(anvilPort === undefined ? {} : { anvilPort }),
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
    ...(idleHeartbeatMs === undefined ? {} : { idleHeartbeatMs }),
  }
}
