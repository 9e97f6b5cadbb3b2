import { bulkPartRows, type BulkResult } from '@cardamom/contract/bulk'
import type { Endpoint } from '@cardamom/contract/endpoint'
import type { EachRow, Run, Runners } from './effects.ts'
import type { Log } from './log.ts'
import type { MountedCall } from './mount-confirm.ts'
import { effectOf, type BulkInput } from './mount-rules.ts'
import type { MessageOf } from './reply.ts'

type Deps = {
  readonly servedCall: (declared: Endpoint) => Pick<MountedCall, 'handler'> | undefined
  readonly runners: () => Runners
  readonly recordRefusal: (run: Pick<Run, 'declared' | 'facts'>, code: string) => Promise<void>
  readonly messageOf: MessageOf
  readonly log: Pick<Log, 'error'>
}

/**
 * Runs the call of one row for each id of a bulk call. A row that is refused or fails leaves the others as they are. No
 * further row starts after the caller has left.
 */
export const createEachRow = (deps: Deps): EachRow => {
  const resultOf = async (run: Run): Promise<Omit<BulkResult, 'id'>> => {
    const { facts, declared } = run
    const refusedWith = (code: string, data = {}) => ({
      code,
      message: deps.messageOf(facts.lang, `refusals.${code}`, data),
    })
    try {
      const answer = await deps.runners()[effectOf(declared)](run)
      if (!('accepted' in answer)) return { code: null, message: null }
      await deps.recordRefusal(run, answer.code)
      return refusedWith(answer.code, answer.data)
    } catch (error) {
      // The rows before this one are done, so the answer has to say what became of each.
      const { method, path: route } = declared
      deps.log.error('A row of a bulk call failed', error, { requestId: facts.requestId, method, route })
      return refusedWith('unavailable')
    }
  }
  return (run) => async (declared) => {
    const { ids, from, ...input } = run.facts.input as BulkInput
    const part = from === undefined ? ids : ids.slice(from, from + bulkPartRows)
    const served = deps.servedCall(declared)
    if (!served) throw new Error(`${declared.method} ${declared.path} is not mounted`)
    const results: BulkResult[] = []
    for (const id of part) {
      if (run.facts.request.raw.socket.destroyed) break
      const facts = { ...run.facts, params: { id }, input }
      results.push({
        id,
        ...(await resultOf({ ...run, declared, handler: served.handler, facts, keyUse: null })),
      })
    }
    return results
  }
}
