import { hash } from 'node:crypto'

/** A signed Merkle root over the rows whose transactions are in [fromTx, toTx). */
export type Block = {
  readonly stream: string
  readonly height: bigint
  readonly fromTx: bigint
  readonly toTx: bigint
  readonly leaves: bigint
  readonly root: Buffer
  /** Hash of the previous block, empty for the first. */
  readonly previous: Buffer
  readonly signedAt: Date
  readonly keyId: string
}

export type SignedBlock = Block & { readonly hash: Buffer; readonly signature: Buffer }

/** The bytes that are hashed and signed: one line for each field. */
export const blockBytes = (block: Block): Buffer =>
  Buffer.from(
    [
      'cardamom block 1',
      block.stream,
      block.height,
      block.fromTx,
      block.toTx,
      block.leaves,
      block.root.toString('hex'),
      block.previous.toString('hex') || '-',
      block.signedAt.toISOString(),
      block.keyId,
    ].join('\n'),
  )

export const blockHash = (block: Block): Buffer => hash('sha256', blockBytes(block), 'buffer')
