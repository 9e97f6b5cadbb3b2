type Hex = `0x${string}`

export type KeptLog = { readonly address: Hex; readonly topics: readonly Hex[]; readonly data: Hex }

/** A transaction of a block with what came of it. */
export type KeptTransaction = {
  readonly hash: Hex
  readonly raw: Hex
  readonly from: Hex
  readonly status: 0 | 1
  readonly gasUsed: number
  readonly bloom: Hex
  readonly contractAddress: Hex | null
  readonly logs: readonly KeptLog[]
}

/** What a block's header says beyond what all blocks of this chain have in common. */
export type KeptBlock = {
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
  /** Null where no log is: most blocks are empty, and a bloom is long. */
  readonly logsBloom: Hex | null
  readonly transactions: readonly KeptTransaction[]
}

export type Place = { readonly block: KeptBlock; readonly index: number }

/** The blocks that were made, by number and by hash, and the place of each transaction. */
export type Archive = {
  readonly head: () => KeptBlock
  readonly byNumber: (number: number) => KeptBlock | undefined
  readonly byHash: (hash: string) => KeptBlock | undefined
  readonly placeOf: (txHash: string) => Place | undefined
  readonly add: (block: KeptBlock) => void
  readonly cutAbove: (number: number) => void
  readonly all: () => readonly KeptBlock[]
}

export const createArchive = (first: readonly KeptBlock[]): Archive => {
  const blocks: KeptBlock[] = []
  const numbers = new Map<string, number>()
  const places = new Map<string, Place>()
  const add = (block: KeptBlock) => {
    blocks.push(block)
    numbers.set(block.hash, block.number)
    block.transactions.forEach(({ hash }, index) => places.set(hash, { block, index }))
  }
  first.forEach(add)
  return {
    head: () => blocks.at(-1)!,
    byNumber: (number) => blocks[number],
    byHash: (hash) => blocks[numbers.get(hash.toLowerCase()) ?? -1],
    placeOf: (txHash) => places.get(txHash.toLowerCase()),
    add,
    cutAbove: (number) => {
      for (const block of blocks.splice(number + 1)) {
        numbers.delete(block.hash)
        block.transactions.forEach(({ hash }) => places.delete(hash))
      }
    },
    all: () => blocks,
  }
}
