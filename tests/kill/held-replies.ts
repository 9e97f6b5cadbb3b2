import { ServerResponse } from 'node:http'

/**
 * Loaded before the server: holds back the answers of money calls after their commit, and reports each. A
 * kill at that moment leaves the effect done and the answer lost.
 */
const path = new RegExp(process.env['HELD_PATH'] ?? '^$')
const plain = Reflect.get(ServerResponse.prototype, 'end') as (...args: unknown[]) => unknown

const end = function (this: ServerResponse, ...args: unknown[]): unknown {
  const isHeld = this.req.method === 'POST' && path.test(this.req.url ?? '') && this.statusCode < 300
  if (!isHeld) return plain.apply(this, args)
  process.stdout.write(`held ${this.req.url}\n`)
  return this
}
Reflect.set(ServerResponse.prototype, 'end', end)
