import { ServerResponse } from 'node:http'

/**
 * Loaded into the server before itself: it holds back the answers of money calls that were done, after they were committed,
 * and says so. Whoever kills it then finds the effect made and its answer lost.
 */
const path = new RegExp(process.env['HELD_PATH'] ?? '^$')
const plain = Reflect.get(ServerResponse.prototype, 'end') as (...given: unknown[]) => unknown

const end = function (this: ServerResponse, ...given: unknown[]): unknown {
  const isHeld = this.req.method === 'POST' && path.test(this.req.url ?? '') && this.statusCode < 300
  if (!isHeld) return plain.apply(this, given)
  process.stdout.write(`held ${this.req.url}\n`)
  return this
}
Reflect.set(ServerResponse.prototype, 'end', end)
