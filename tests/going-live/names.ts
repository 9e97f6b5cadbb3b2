import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Loaded before the server: resolves names under .test to this machine, instead of a name server. The
 * server itself refuses services whose address is on its own machine.
 */
type LookupCallback = (error: Error | null, address: unknown, family?: number) => void
const realLookup = dns.lookup as (host: string, options: unknown, found: LookupCallback) => void

const lookup = (host: string, options: { all?: boolean } | LookupCallback, found?: LookupCallback): void => {
  const answer = typeof options === 'function' ? options : found!
  if (!host.endsWith('.test')) return realLookup(host, options, answer)
  const isAll = typeof options === 'object' && options.all === true
  if (isAll) answer(null, [{ address: '127.0.0.1', family: 4 }])
  else answer(null, '127.0.0.1', 4)
}

Object.assign(dns, { lookup })
syncBuiltinESMExports()
