type Hex = `0x${string}`

export type StoredLog = { readonly address: Hex; readonly topics: readonly Hex[]; readonly data: Hex }

/** A transaction of a block with its result. */
export type StoredTransaction = {
  readonly hash: Hex
  readonly raw: Hex
  readonly from: Hex
  readonly status: 0 | 1
  readonly gasUsed: number
  readonly bloom: Hex
  readonly contractAddress: Hex | null
  readonly logs: readonly StoredLog[]
}

/** The fields of a block's header that differ between the blocks of this chain. */
export type StoredBlock = {
  readonly number: number
  readonly hash: Hex
  readonly parentHash: Hex
  readonly stateRoot: Hex
  readonly timestamp: number
  readonly baseFeePerGas: Hex
  readonly gasUsed: number
  readonly size: number
  readonly transactionsRoot: Hex
  readonly receiptsRoot: Hex
  /** Null for a block without logs: most blocks are empty, and a bloom is long. */
  readonly logsBloom: Hex | null
  readonly transactions: readonly StoredTransaction[]
}

export type Position = { readonly block: StoredBlock; readonly index: number }

/** The blocks by number and by hash, and the position of each transaction. */
export const createArchive = (first: readonly StoredBlock[]) => {
  const blocks: StoredBlock[] = []
  const numbers = new Map<string, number>()
  const positions = new Map<string, Position>()
  const add = (block: StoredBlock) => {
    blocks.push(block)
    numbers.set(block.hash, block.number)
    block.transactions.forEach(({ hash }, index) => positions.set(hash, { block, index }))
  }
  first.forEach(add)
  return {
    head: (): StoredBlock => blocks.at(-1)!,
    byNumber: (number: number) => blocks[number],
    byHash: (hash: string) => blocks[numbers.get(hash.toLowerCase()) ?? -1],
    positionOf: (txHash: string) => positions.get(txHash.toLowerCase()),
    add,
    cutAbove: (number: number) => {
      for (const block of blocks.splice(number + 1)) {
        numbers.delete(block.hash)
        block.transactions.forEach(({ hash }) => positions.delete(hash))
      }
    },
    all: (): readonly StoredBlock[] => blocks,
  }
}

export type Archive = ReturnType<typeof createArchive>
