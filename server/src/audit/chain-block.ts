import { hash } from 'node:crypto'

/** A signed root over rows of the audit. */
export type AuditBlock = {
  readonly height: bigint
  readonly entries: number
  readonly root: Buffer
  /** Hash of the previous block, empty for the first. */
  readonly previous: Buffer
  /** Height and hash of the last block of the ledger at that time. */
  readonly ledgerBlock: string | null
  readonly signedAt: Date
  readonly keyId: string
}

export type SignedAuditBlock = AuditBlock & {
  readonly lastId: string
  readonly hash: Buffer
  readonly signature: Buffer
}

/** Largest number of rows of a block. */
export const mostRows = 8192

/** The bytes that are hashed and signed: one line for each field. */
export const auditBlockBytes = (block: AuditBlock): Buffer =>
  Buffer.from(
    [
      'cardamom audit block 1',
      block.height,
      block.entries,
      block.root.toString('hex'),
      block.previous.toString('hex') || '-',
      block.ledgerBlock ?? '-',
      block.signedAt.toISOString(),
      block.keyId,
    ].join('\n'),
  )

export const auditBlockHash = (block: AuditBlock): Buffer => hash('sha256', auditBlockBytes(block), 'buffer')

/** The tree of the ledger's blocks, and its key. The ledger's module passes them. */
export type ChainTools = {
  readonly rootOf: (leaves: readonly Uint8Array[]) => Buffer
  readonly key: { readonly id: string; readonly sign: (bytes: Uint8Array) => Buffer }
}

/** Something that is not as it was signed. `subject`: id of a row, height of a block, or name of an archived partition. */
export type AuditFinding = {
  readonly check: 'row' | 'block' | 'file' | 'archive'
  readonly subject: string
  readonly detail: string
}

/** How a check recomputes a block. `isSigned` is null without a public key: then no signature is checked. */
export type CheckTools = Pick<ChainTools, 'rootOf'> & {
  readonly isSigned: ((bytes: Uint8Array, signature: Uint8Array) => boolean) | null
}
