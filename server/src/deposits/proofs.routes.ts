import { getProof, uploadProof } from '@cardamom/contract/deposits'
import { refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { pruneDaily } from '../kernel/months.jobs.ts'
import { encodeProof } from './proof-file.ts'
import { readProofFile, removeUnusedProofs } from './top-ups.sql.ts'

/** Longer than a request waits for its second person. */
const unusedDays = 30
const contextOf = (id: string): string => `top-up-proof:${id}`

/** Proofs of wires: encrypted, shown to those who see deposits, and each view is in the audit. */
export const mountProofs = (kernel: Kernel): void => {
  const { mount, ids, encryption, clock } = kernel

  mount(uploadProof, async ({ input, me, finish }) => {
    const file = await encodeProof(input.file)
    if (!file.accepted) return file
    const { contentType, bytes } = file.value
    const id = ids.next()
    const encrypted = await encryption.encrypt(bytes, contextOf(id))
    return finish({ id, contentType, bytes: bytes.length }, async ({ sql }) => {
      await sql
        .insertInto('topUpProof')
        .values({
          id,
          companyId: me.companyId,
          contentType,
          byteCount: bytes.length,
          encrypted,
          uploadedBy: me.userId,
          uploadedAt: clock.now(),
        })
        .execute()
    })
  })

  mount(getProof, async ({ me, params, read, finish }) => {
    if (me.impersonatorId !== null) return refused('permission_denied')
    const found = await read((sql) => readProofFile(sql, params.id))
    if (!found) return refused('record_not_found')
    const bytes = await encryption.decrypt(found.encrypted, contextOf(params.id))
    return finish({ contentType: found.contentType, base64: bytes.toString('base64') })
  })

  pruneDaily(kernel.jobs, 'deposits.prune', removeUnusedProofs, { days: unusedDays, time: 'now' })
}
