import type { BulkEndpoint, BulkResult } from '@cardamom/contract/bulk'
import { bulkPartRows } from '@cardamom/contract/bulk'

/** What one run of an action has done so far. `unsent` rows were never sent, or their part got no answer. */
export type BulkProgress = {
  readonly results: readonly BulkResult[]
  readonly unsent: readonly string[]
}

type Part = { readonly ids: readonly string[]; readonly from: number; readonly grant: string | undefined }
export type SendPart = (
  call: BulkEndpoint,
  part: Part & { readonly onGrant: (grant: string) => void },
) => Promise<{ readonly results: readonly BulkResult[] }>

type Run = {
  readonly call: BulkEndpoint
  readonly ids: readonly string[]
  readonly send: SendPart
  /** Called after each part. */
  readonly onProgress: (progress: BulkProgress) => void
  readonly isStopped: () => boolean
}

/**
 * Sends the rows in parts, one after the other, under the confirmation of the first. After a stop or a failure no
 * further part is sent, and what was done stays known. A failure of the first part is thrown: nothing was done.
 */
export const runInParts = async ({ call, ids, send, onProgress, isStopped }: Run): Promise<BulkProgress> => {
  let grant: string | undefined
  let progress: BulkProgress = { results: [], unsent: ids }
  for (let from = 0; from < ids.length && !isStopped(); from += bulkPartRows) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the confirmation admits the parts one after the other
      const { results } = await send(call, { ids, from, grant, onGrant: (made) => (grant = made) })
      const answered = [...progress.results, ...results]
      const known = new Set(answered.map(({ id }) => id))
      progress = { results: answered, unsent: ids.filter((id) => !known.has(id)) }
    } catch (error) {
      if (from === 0) throw error
      return progress
    }
    onProgress(progress)
  }
  return progress
}
