import type { Queries } from '../kernel/queries.ts'
import { blockBytes, blockHash, type SignedBlock } from './block.ts'
import { inclusionPath, leafHash, rootFromPath } from './merkle.ts'
import { isSignedBy } from './signing-key.ts'
import { readBlockOf } from './blocks.sql.ts'
import { readJournalLeaves } from './signed-journals.sql.ts'

/**
 * Proves that a journal, with all its legs, is in a signed block. The proof contains all data that a check
 * needs.
 */
export type InclusionProof = {
  readonly journalId: string
  /** The text that was hashed: the journal and its legs. */
  readonly leaf: string
  readonly index: number
  readonly size: number
  /** Hex, from the bottom up. */
  readonly path: readonly string[]
  readonly block: Readonly<Record<string, string>>
  readonly publicKey: string
}

const fieldsOf = (block: SignedBlock): Record<string, string> => ({
  stream: block.stream,
  height: String(block.height),
  fromTx: String(block.fromTx),
  toTx: String(block.toTx),
  leaves: String(block.leaves),
  root: block.root.toString('hex'),
  previous: block.previous.toString('hex'),
  signedAt: block.signedAt.toISOString(),
  keyId: block.keyId,
  hash: block.hash.toString('hex'),
  signature: block.signature.toString('hex'),
})

/** Older proofs use this former name of the field. */
const formerSignedAt = 'sealedAt'

const blockOf = (fields: Readonly<Record<string, string>>): SignedBlock => {
  const field = (name: string) => fields[name] ?? ''
  const bytes = (name: string) => Buffer.from(field(name), 'hex')
  return {
    stream: field('stream'),
    height: BigInt(field('height')),
    fromTx: BigInt(field('fromTx')),
    toTx: BigInt(field('toTx')),
    leaves: BigInt(field('leaves')),
    root: bytes('root'),
    previous: bytes('previous'),
    signedAt: new Date(fields['signedAt'] ?? field(formerSignedAt)),
    keyId: field('keyId'),
    hash: bytes('hash'),
    signature: bytes('signature'),
  }
}

/** Makes the proof of a journal; null when the journal does not exist or is in no block yet. */
export const proveJournal = async (
  sql: Queries,
  { journalId, publicKey }: { journalId: string; publicKey: string },
): Promise<InclusionProof | null> => {
  const found = await sql.selectFrom('journal').select('tx').where('id', '=', journalId).executeTakeFirst()
  const block = found && (await readBlockOf(sql, 'journal', found.tx))
  if (!block) return null
  const hashes: Buffer[] = []
  let leaf: { text: string; index: number } | null = null
  for await (const page of readJournalLeaves(sql, { fromTx: block.fromTx, toTx: block.toTx })) {
    for (const { id, text } of page) {
      if (id === journalId) leaf = { text, index: hashes.length }
      hashes.push(leafHash(Buffer.from(text)))
    }
  }
  if (!leaf) return null
  return {
    journalId,
    leaf: leaf.text,
    index: leaf.index,
    size: hashes.length,
    path: inclusionPath(hashes, leaf.index).map((each) => each.toString('hex')),
    block: fieldsOf(block),
    publicKey,
  }
}

/**
 * Checks a proof without the database: leaf → root → signature. `publicKey` is the key that the checker
 * trusts.
 */
export const holds = (proof: InclusionProof, publicKey: string): boolean => {
  const block = blockOf(proof.block)
  const root = rootFromPath({
    leaf: leafHash(Buffer.from(proof.leaf)),
    index: proof.index,
    size: proof.size,
    path: proof.path.map((each) => Buffer.from(each, 'hex')),
  })
  return (
    root !== null &&
    root.equals(block.root) &&
    BigInt(proof.size) === block.leaves &&
    proof.leaf.split('\n')[1] === proof.journalId &&
    blockHash(block).equals(block.hash) &&
    isSignedBy(publicKey, blockBytes(block), block.signature)
  )
}
