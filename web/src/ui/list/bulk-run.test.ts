import type { BulkEndpoint } from '@cardamom/contract/bulk'
import { expect, it } from 'vitest'
import { runInParts, type SendPart } from './bulk-run.ts'

const call = {} as BulkEndpoint
const ids = Array.from({ length: 25 }, (_, at) => `row${at}`)
const done = (part: readonly string[]) => ({
  results: part.map((id) => ({ id, code: null, message: null })),
})

/** Records what is sent, and answers each part as the server does. */
const sending = (fails: (from: number) => boolean = () => false) => {
  const sent: { from: number; grant: string | undefined }[] = []
  const send: SendPart = async (_call, { ids: all, from, grant, onGrant }) => {
    sent.push({ from, grant })
    if (fails(from)) throw new Error('no answer')
    if (grant === undefined) onGrant('g1')
    return done(all.slice(from, from + 10))
  }
  return { sent, send }
}

it('every row is sent once, in parts under the first confirmation, with progress after each', async () => {
  const { sent, send } = sending()
  const counts: number[] = []
  const onProgress = ({ results }: { results: readonly unknown[] }) => void counts.push(results.length)
  const end = await runInParts({ call, ids, send, onProgress, isStopped: () => false })
  expect(sent).toEqual([
    { from: 0, grant: undefined },
    { from: 10, grant: 'g1' },
    { from: 20, grant: 'g1' },
  ])
  expect(counts).toEqual([10, 20, 25])
  expect(end.results.map(({ id }) => id)).toEqual(ids)
  expect(end.unsent).toEqual([])
})

it('after a stop no further part is sent, and the results stay', async () => {
  const { sent, send } = sending()
  let isStopped = false
  const onProgress = () => (isStopped = true)
  const end = await runInParts({ call, ids, send, onProgress, isStopped: () => isStopped })
  expect(sent).toHaveLength(1)
  expect([end.results.length, end.unsent]).toEqual([10, ids.slice(10)])
})

it('a part without an answer ends the run with what was done; the first one throws', async () => {
  const second = sending((from) => from === 10)
  const of = { call, ids, onProgress: () => undefined, isStopped: () => false }
  const end = await runInParts({ ...of, send: second.send })
  expect([second.sent.length, end.results.length, end.unsent.length]).toEqual([2, 10, 15])
  const first = sending(() => true)
  await expect(runInParts({ ...of, send: first.send })).rejects.toThrow('no answer')
})
