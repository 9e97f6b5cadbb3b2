#!/usr/bin/env node
// Checks proofs and exported blocks of the Cardamom ledger. It needs Node 20 or later, and nothing else: no package, no
// database and no other file of Cardamom. docs/money.md, section 9, describes all formats.
//
// node verify-proof.mjs --key <public key, PEM file> [--chain <exported blocks>] [proofs…]
//
// A file of proofs has one proof on each line. Exit code: 0 all are valid, 1 one is not, 2 wrong arguments.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest()
const utf8 = (text) => Buffer.from(text, 'utf8')
const isHex = (text, bytes) => typeof text === 'string' && new RegExp(`^[0-9a-f]{${2 * bytes}}$`).test(text)
const hexOf = (text, bytes, what) => {
  if (!isHex(text, bytes)) throw new Error(`${what} is not ${bytes} bytes in hex`)
  return Buffer.from(text, 'hex')
}
const check = (isTrue, reason) => {
  if (!isTrue) throw new Error(reason)
}

/** Public keys by their key id: the first 16 hex digits of the hash of the key in DER. */
const readKeys = (files) =>
  new Map(
    files.map((file) => {
      const key = createPublicKey(readFileSync(file))
      check(key.asymmetricKeyType === 'ed25519', `${file} is not an Ed25519 key`)
      return [
        sha256(key.export({ type: 'spki', format: 'der' }))
          .toString('hex')
          .slice(0, 16),
        key,
      ]
    }),
  )

/** The fields of a block's text, after its signature was checked. */
const readBlock = (text, signature, keys) => {
  check(typeof text === 'string', 'the block is not a text')
  const lines = text.split('\n')
  check(lines.length === 8 && lines[0] === 'cardamom block 2', 'the block has another format')
  const [, height, first, last, root, previous, signedAt, keyId] = lines
  check(
    [height, first, last].every((each) => /^[1-9]\d{0,18}$/.test(each)),
    'the block has a wrong number',
  )
  const key = keys.get(keyId)
  check(key, `block ${height} names the key ${keyId}, which is not among the given keys`)
  const isSigned = verify(null, utf8(text), key, hexOf(signature, 64, 'the signature'))
  check(isSigned, `the signature of block ${height} is wrong`)
  const block = { height: BigInt(height), first: BigInt(first), last: BigInt(last), signedAt }
  check(block.last >= block.first && block.last - block.first < 8192n, `block ${height} has a wrong size`)
  const hash = sha256(utf8(text)).toString('hex')
  return { ...block, root: hexOf(root, 32, 'the root'), previous, hash }
}

/** RFC 6962: the root that results from a leaf and the hashes on its way up. */
const rootOf = (leaf, { index, size, path }) => {
  const climb = (at, width, siblings) => {
    if (width === 1) {
      check(siblings.length === 0, 'the path is too long')
      return leaf
    }
    check(siblings.length > 0, 'the path is too short')
    const middle = 2 ** Math.floor(Math.log2(width - 1))
    const sibling = hexOf(siblings.at(-1), 32, 'a hash of the path')
    const isLeft = at < middle
    const below = climb(isLeft ? at : at - middle, isLeft ? middle : width - middle, siblings.slice(0, -1))
    return isLeft ? sha256(Buffer.from([1]), below, sibling) : sha256(Buffer.from([1]), sibling, below)
  }
  return climb(index, size, path)
}

const checkOpened = (proof) => {
  let last = ''
  for (const part of proof.opened) {
    const { text, salt } = part ?? {}
    check(typeof text === 'string', 'a part is not a text')
    const hash = sha256(hexOf(salt, 32, 'the salt of a part'), utf8(text)).toString('hex')
    check(proof.parts.includes(hash), `the proof does not contain this part: ${text}`)
    check(hash > last, 'the opened parts are not in the order of their hashes, each once')
    last = hash
  }
}

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const time = String.raw`-?\d{1,18}`
/** A head has exactly its lines: one more could be a hidden part, or make another line look like the kind. */
const heads = [
  `cardamom journal 2\n${id}\n[^\n]+\n[0-9a-f]{64}\n[^\n]+\n${time}\n${time}(?:\n(?:${id}|-)){3}`,
  `cardamom account 2\n${id}\n${time}`,
].map((form) => new RegExp(`^${form}$`))

/** Checks one proof and returns its block. Throws an error that says what is wrong. */
const checkProof = (proof, keys) => {
  check(proof.format === 'cardamom proof 2', 'it has another format')
  for (const name of ['parts', 'opened', 'path']) check(Array.isArray(proof[name]), `${name} is missing`)
  check(typeof proof.head === 'string', 'head is missing')
  check(
    heads.some((form) => form.test(proof.head)),
    'the head has another form',
  )
  for (const part of proof.parts) hexOf(part, 32, 'the hash of a part')
  const isSorted = proof.parts.every((part, at) => at === 0 || proof.parts[at - 1] < part)
  check(isSorted, 'the hashes of the parts are not in order, each once')
  checkOpened(proof)
  const block = readBlock(proof.block, proof.signature, keys)
  const { index, size } = proof
  check(Number.isInteger(size), 'the size is not a whole number')
  check(Number.isInteger(index) && index >= 0 && index < size, 'the index is outside of the block')
  check(BigInt(size) === block.last - block.first + 1n, 'the size is not that of the block')
  check(String(block.first + BigInt(index)) === proof.number, 'the number is not at this index of the block')
  const leaf = sha256(Buffer.from([0]), utf8([proof.head, ...proof.parts].join('\n')))
  check(rootOf(leaf, proof).equals(block.root), 'the entry is not in the block')
  return block
}

const instant = (micros) =>
  new RegExp(`^${time}$`).test(micros) ? new Date(Number(BigInt(micros) / 1000n)).toISOString() : micros

/** A text as one line: a terminal acts on control characters, and shows some others out of order or not at all. */
const printable = (text) =>
  text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (each) => `\\u{${each.codePointAt(0).toString(16)}}`)

/** What a proven part says. Amounts are in cents, or in units of an asset. */
const describe = (text) => {
  const [what, ...facts] = text.split(' ')
  if (what === 'leg') {
    const [account, seq, amount, after, effective] = facts
    return `leg ${seq} of account ${account}: ${amount}, then its balance is ${after}; effective ${instant(effective)}`
  }
  if (what === 'wallet') {
    const [owner, wallet, seq, kind, , , a0, a1, p0, p1, r0, r1] = facts
    const buckets = `available ${a0} → ${a1}, pending ${p0} → ${p1}, reserved ${r0} → ${r1}`
    return `${wallet} wallet of ${owner}, line ${seq} (${kind}): ${buckets}`
  }
  return text
}

const describeEntry = ({ head, opened }) => {
  const lines = head.split('\n')
  const title =
    lines[0] === 'cardamom journal 2'
      ? `journal ${lines[1]} ${lines[4]}, key ${lines[2]}, effective ${instant(lines[5])}`
      : `account change ${lines[1]}, at ${instant(lines[2])}`
  return [title, ...opened.map(({ text }) => `    ${describe(text)}`)].map(printable).join('\n')
}

const parse = (line) => {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
const mostMegabytes = 64
/** Lines end with a line feed only: a text in JSON may contain the other line ends of Unicode. */
async function* linesOf(file) {
  let [number, size, rest] = [1, 0, []]
  const line = () => Buffer.concat(rest).toString()
  for await (const chunk of createReadStream(file)) {
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      rest.push(chunk.subarray(start, end))
      yield { number, line: line() }
      ;[number, size, rest, start] = [number + 1, 0, [], end + 1]
    }
    rest.push(chunk.subarray(start))
    size += chunk.length - start
    if (size > mostMegabytes * 2 ** 20) return yield { number, line: null }
  }
  yield { number, line: line() }
}

/** The object of each line that is not empty; `read` throws an error that says what is wrong with the line. */
async function* objectsOf(file) {
  for await (const { number, line } of linesOf(file)) {
    if (line?.trim() === '') continue
    const read = () => {
      check(line !== null, `it is longer than ${mostMegabytes} MB`)
      const value = parse(line)
      check(typeof value === 'object' && value !== null, 'it is no JSON object')
      // A name that is there twice has two values, and readers differ in which one they see.
      check(JSON.stringify(value) === line, 'it is not written as an export writes it, each name once')
      return value
    }
    yield { number, read }
  }
}

const say = (text) => process.stdout.write(`${text}\n`)
const sayFalse = (file, number, { message }) => say(`FALSE  ${file}, line ${number}: ${printable(message)}`)

/**
 * Checks a whole exported chain. Returns the hash of each block by its height and the line that says what it has, or null
 * when it is not valid.
 */
const checkChain = async (file, keys) => {
  const hashes = new Map()
  let last = { height: 0n, last: 0n, hash: '-' }
  for await (const { number, read } of objectsOf(file)) {
    try {
      const { block: text, signature, ...others } = read()
      check(Object.keys(others).length === 0, 'it has other fields than a block')
      const block = readBlock(text, signature, keys)
      check(block.height === last.height + 1n, `block ${block.height} follows block ${last.height}`)
      check(
        block.first === last.last + 1n,
        `block ${block.height} starts at entry ${block.first}, not ${last.last + 1n}`,
      )
      check(block.previous === last.hash, `block ${block.height} names another block before it`)
      hashes.set(String(block.height), block.hash)
      last = block
    } catch (error) {
      sayFalse(file, number, error)
      return null
    }
  }
  const verdict = `valid  ${file}: ${last.height} blocks with ${last.last} entries, the last of ${last.signedAt ?? '-'}`
  return { hashes, verdict }
}

const checkLine = (proof, keys, chain) => {
  const block = checkProof(proof, keys)
  if (chain)
    check(
      chain.hashes.get(String(block.height)) === block.hash,
      `block ${block.height} is not in the exported chain`,
    )
  const where = `entry ${proof.number} of block ${block.height}, signed ${block.signedAt}`
  return `valid  ${where}: ${describeEntry(proof)}`
}

const usage = 'node verify-proof.mjs --key <public key, PEM file> [--chain <exported blocks>] [proofs…]'

const readArguments = (args) => {
  const options = { keys: [], chain: null, files: [] }
  for (let at = 0; at < args.length; at += 1) {
    if (args[at] === '--key' && args[at + 1]) options.keys.push(args[(at += 1)])
    else if (args[at] === '--chain' && args[at + 1]) options.chain = args[(at += 1)]
    else if (args[at].startsWith('--')) return null
    else options.files.push(args[at])
  }
  return options.keys.length > 0 && (options.chain || options.files.length > 0) ? options : null
}

/** Checks the proofs of a file and prints what is wrong. Returns whether all are valid, and the lines of those that are. */
const checkProofs = async (file, keys, chain) => {
  const verdicts = []
  let count = 0
  for await (const { number, read } of objectsOf(file)) {
    count += 1
    try {
      verdicts.push(checkLine(read(), keys, chain))
    } catch (error) {
      sayFalse(file, number, error)
    }
  }
  if (count === 0) say(`FALSE  ${file}: it has no proof`)
  return { isValid: count > 0 && verdicts.length === count, verdicts }
}

/** Checks all files. What is valid is said when all of them were read, and nothing is valid with a chain that is not. */
const checkFiles = async ({ keys: keyFiles, chain: chainFile, files }) => {
  const keys = readKeys(keyFiles)
  const chain = chainFile ? await checkChain(chainFile, keys) : null
  if (chainFile && chain === null) {
    for (const file of files) say(`FALSE  ${file}: not checked, because the chain is not valid`)
    return false
  }
  const verdicts = chain ? [chain.verdict] : []
  let isValid = true
  for (const file of files) {
    const of = await checkProofs(file, keys, chain)
    for (const each of of.verdicts) verdicts.push(each)
    isValid &&= of.isValid
  }
  for (const each of verdicts) say(each)
  return isValid
}

const main = async () => {
  const options = readArguments(process.argv.slice(2))
  if (!options) {
    process.stderr.write(`${usage}\n`)
    return 2
  }
  return (await checkFiles(options)) ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
