import { hash } from 'node:crypto'

/** A signed Merkle root over the entries `firstNumber` to `lastNumber` (money §9). */
export type Block = {
  readonly height: bigint
  readonly firstNumber: bigint
  readonly lastNumber: bigint
  readonly root: Buffer
  /** Hash of the previous block, empty for the first. */
  readonly previous: Buffer
  readonly signedAt: Date
  readonly keyId: string
}

export type SignedBlock = Block & { readonly hash: Buffer; readonly signature: Buffer }

/** Largest number of entries of a block, so that a proof reads little. */
export const maxEntries = 8192

/** The bytes that are hashed and signed: one line for each field. */
export const blockBytes = (block: Block): Buffer =>
  Buffer.from(
    [
      'cardamom block 2',
      block.height,
      block.firstNumber,
      block.lastNumber,
      block.root.toString('hex'),
      block.previous.toString('hex') || '-',
      block.signedAt.toISOString(),
      block.keyId,
    ].join('\n'),
  )

export const blockHash = (block: Block): Buffer => hash('sha256', blockBytes(block), 'buffer')
