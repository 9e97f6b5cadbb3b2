#!/usr/bin/env node
// Recomputes the file of a settlement of Cardamom: every share, the sums, what is recovered and carried forward, what is
// paid, the legs of its journal, and the proof that a signed block has this journal. It needs Node 20 or later, and nothing
// else: no package, no database and no other file of Cardamom. settlement-file.md describes the format and each check.
//
// node verify-settlement.mjs --key <public key, PEM file> <files…>
//
// Exit code: 0 all files are right, 1 one is not, 2 wrong arguments.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest()
const utf8 = (text) => Buffer.from(text, 'utf8')
const hexOf = (text, bytes, what) => {
  const isHex = typeof text === 'string' && new RegExp(`^[0-9a-f]{${2 * bytes}}$`).test(text)
  check(isHex, `${what} is not ${bytes} bytes in hex`)
  return Buffer.from(text, 'hex')
}
function check(isTrue, reason) {
  if (!isTrue) throw new Error(reason)
}
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text as one line: a terminal acts on control characters, and shows some others out of order or not at all. */
const printable = (text) =>
  text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (each) => `\\u{${each.codePointAt(0).toString(16)}}`)

/** Cents of an amount with exactly two decimals. */
const centsOf = (text, what) => {
  check(
    typeof text === 'string' && /^-?\d{1,15}\.\d{2}$/.test(text),
    `${what} is not an amount with two decimals`,
  )
  return BigInt(text.replace('.', ''))
}
const positiveCents = (text, what) => {
  const cents = centsOf(text, what)
  check(cents >= 0n, `${what} is below 0`)
  return cents
}
const textOfCents = (cents) => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
/** A percentage as a whole number of ten thousandths of a percent: 100 % is 1,000,000. */
const percentOf = (text, what) => {
  check(typeof text === 'string' && /^\d{1,3}(\.\d{1,4})?$/.test(text), `${what} is not a percentage`)
  const [whole, fraction = ''] = text.split('.')
  const percent = BigInt(whole + fraction.padEnd(4, '0'))
  check(percent <= 1_000_000n, `${what} is above 100`)
  return percent
}
/** A percentage of an amount that is not negative, rounded down to the cent. */
const partOf = (cents, percent) => (cents * percent) / 1_000_000n

const instantOf = (text, what) => {
  const at = typeof text === 'string' ? new Date(text) : null
  check(at !== null && !Number.isNaN(at.getTime()) && at.toISOString() === text, `${what} is not an instant`)
  return BigInt(at.getTime()) * 1000n
}
const same = (stated, computed, what) =>
  check(
    stated === computed,
    `${what} is ${textOfCents(stated)}, but it is computed as ${textOfCents(computed)}`,
  )

/** The amount of a share from its gross and rates: section 3 of the page. */
const earnedOf = ({ gross, rates, part, others }, name) => {
  check(Array.isArray(rates) && rates.length > 0, `${name} has no rates`)
  check(Array.isArray(others), `${name} has no list of other parts`)
  const rate = rates.reduce((sum, each) => sum + percentOf(each, `a rate of ${name}`), 0n)
  const level = partOf(positiveCents(gross, `the gross of ${name}`), rate)
  if (part !== null) return partOf(level, percentOf(part, `the part of ${name}`))
  return others.reduce(
    (left, other) => left - partOf(level, percentOf(other, `another part of ${name}`)),
    level,
  )
}

const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const idOf = (text, what) => {
  check(typeof text === 'string' && idForm.test(text), `${what} is not an id`)
  return text
}

const checkHead = (head) => {
  check(head?.format === 'cardamom settlement 1', 'the first line has another format')
  idOf(head.id, 'the id of the settlement')
  idOf(head.owner?.id, 'the id of the beneficiary')
  check(
    head.wallet === 'regular' || head.wallet === 'immediate',
    'the wallet is neither regular nor immediate',
  )
  check(head.currency === 'USD', 'the currency is not USD')
  const [due, drawn, approved, paid] = ['periodEnd', 'drawnUpAt', 'approvedAt', 'paidAt'].map((name) =>
    instantOf(head[name], name),
  )
  check(due <= drawn, 'it was drawn up before the end of its period')
  check(drawn <= approved, 'it was approved before it was drawn up')
  check(approved <= paid, 'it was paid before it was approved')
  return { ...head, dueMicros: due, paidMicros: paid }
}

const checkShare = (share, state) => {
  const name = `share ${printable(String(share.share))}`
  idOf(share.share, 'the id of a share')
  check(!state.shareIds.has(share.share), `${name} is in the file twice`)
  state.shareIds.add(share.share)
  check(share.source === 'load' || share.source === 'topup', `the source of ${name} is unknown`)
  const due = instantOf(share.dueAt, `dueAt of ${name}`)
  check(instantOf(share.acceptedAt, `acceptedAt of ${name}`) <= due, `${name} is due before it was accepted`)
  check(due <= state.head.dueMicros, `${name} is due after the end of the period`)
  const earned = positiveCents(share.earned, `earned of ${name}`)
  const undone = positiveCents(share.takenBack, `takenBack of ${name}`)
  const settled = positiveCents(share.settled, `settled of ${name}`)
  same(settled, earned - undone, `settled of ${name}`)
  if (share.basis === null) state.withoutBasis += 1
  else {
    check(isObject(share.basis), `${name} has no basis`)
    same(earned, earnedOf(share.basis, name), `earned of ${name}`)
  }
  state.shares += 1
  state.matured += settled
}

const signs = { reversal: -1n, owed: -1n, carried: 1n, allowance: -1n }

const checkLine = (line, state) => {
  const name = `line ${printable(String(line.line))}`
  idOf(line.line, 'the id of a line')
  const amount = centsOf(line.amount, `the amount of ${name}`)
  check(amount !== 0n, `the amount of ${name} is 0`)
  state.lines += 1
  if (line.kind === 'manual') {
    check(typeof line.note === 'string' && line.note !== '', `${name} is by hand and has no text`)
    if (amount > 0n) state.added += amount
    else state.deducted -= amount
    return
  }
  const sign = signs[line.kind]
  check(sign !== undefined, `the kind of ${name} is unknown`)
  check(amount * sign > 0n, `the amount of ${name} has the wrong sign`)
  if (line.kind === 'reversal') idOf(line.share, `the share of ${name}`)
  if (line.kind === 'allowance') state.allowance -= amount
  else state.recoveredLines -= amount
}

const least = (one, other) => (one < other ? one : other)

/** The figures, recomputed from shares and lines: sections 4 and 5 of the page. */
const checkFigures = (stated, state) => {
  check(isObject(stated), 'the figures are missing')
  const names = ['matured', 'added', 'deducted', 'owedBefore', 'recovered', 'owedAfter', 'allowance', 'paid']
  const of = Object.fromEntries(
    names.map((name) => [name, positiveCents(stated[name], `the figure ${name}`)]),
  )
  check(
    stated.shares === state.shares,
    `it has ${state.shares} shares, but the figures say ${printable(String(stated.shares))}`,
  )
  check(
    stated.lines === state.lines,
    `it has ${state.lines} lines, but the figures say ${printable(String(stated.lines))}`,
  )
  same(of.matured, state.matured, 'the figure matured')
  same(of.added, state.added, 'the figure added')
  same(of.deducted, state.deducted, 'the figure deducted')
  const pot = of.matured + of.added
  const recovered = least(pot, of.owedBefore + of.deducted)
  same(of.recovered, recovered, 'the figure recovered')
  same(of.owedAfter, of.owedBefore + of.deducted - recovered, 'the figure owedAfter')
  same(state.recoveredLines, of.owedBefore - of.owedAfter, 'the sum of the lines reversal, owed and carried')
  same(of.allowance, state.allowance, 'the figure allowance')
  same(of.paid, pot - recovered - of.allowance, 'the figure paid')
  return of
}

/** The id of an account of an owner: section 6 of the page. */
const accountId = (code, owner) => {
  const start = sha256(utf8(owner)).toString('hex')
  const rest = sha256(utf8(`${code}\n\n${owner}`)).toString('hex')
  const variant = '89ab'[Number.parseInt(rest[3], 16) & 3]
  return `${start.slice(0, 8)}-${start.slice(8, 12)}-8${rest.slice(0, 3)}-${variant}${rest.slice(4, 7)}-${rest.slice(7, 19)}`
}

const whole = (text, what) => {
  check(/^-?\d{1,19}$/.test(text ?? ''), `${what} is not a whole number`)
  return BigInt(text)
}

/** Sums of the opened legs by account; the balance is that after the last leg. */
const readLegs = (opened, paidMicros) => {
  const legs = new Map()
  for (const { text } of opened) {
    const [kind, account, seq, amount, balance, effective] = text.split(' ')
    if (kind !== 'leg') continue
    check(effective === String(paidMicros), 'a leg of the journal is effective at another time than paidAt')
    const [cents, after] = [whole(amount, 'the amount of a leg'), whole(balance, 'the balance of a leg')]
    const number = whole(seq, 'the number of a leg')
    const known = legs.get(account) ?? { amount: 0n, number: -1n, balance: 0n }
    const isLast = number > known.number
    legs.set(account, {
      amount: known.amount + cents,
      number: isLast ? number : known.number,
      balance: isLast ? after : known.balance,
    })
  }
  return legs
}

/** The beneficiary's own legs say the same as the figures: section 6 of the page. */
const checkLegs = (proof, head, figures) => {
  const legs = readLegs(proof.opened, head.paidMicros)
  const expected = new Map()
  const expect = (code, cents) => {
    const id = accountId(code, head.owner.id)
    const known = expected.get(id) ?? { code, amount: 0n }
    expected.set(id, { ...known, amount: known.amount + cents })
  }
  expect(`wallet.${head.wallet}.pending`, -figures.matured)
  expect('partner.owed', figures.recovered - figures.deducted)
  expect('wallet.immediate.available', figures.allowance)
  expect(`wallet.${head.wallet}.available`, figures.paid)
  for (const [id, { code, amount }] of expected) {
    const booked = legs.get(id)?.amount ?? 0n
    check(
      booked === amount,
      `the journal books ${textOfCents(booked)} on ${code}, but the figures say ${textOfCents(amount)}`,
    )
  }
  for (const id of legs.keys()) check(expected.has(id), `the journal has a leg on another account: ${id}`)
  const owed = legs.get(accountId('partner.owed', head.owner.id))
  if (owed) same(figures.owedAfter, -owed.balance, 'the figure owedAfter, by the balance of partner.owed')
}

/** The journal is that of this settlement. */
const checkJournal = ({ journal, proof }, head) => {
  check(isObject(journal), 'the journal is missing')
  const [title, id, key, command, kind, effective, , subject, reverses] = proof.head.split('\n')
  check(title === 'cardamom journal 2', 'the proof is not of a journal')
  check(journal.id === id, 'the proof is of another journal than the file names')
  const periodKey = `settlement:${head.owner.id}:${head.wallet}:${head.periodEnd}`
  check(journal.key === periodKey, 'the key of the journal is not that of the beneficiary, wallet and period')
  check(key === periodKey, 'the proven journal has another key')
  check(kind === 'settlement.paid', `the proven journal is of the kind ${printable(kind)}`)
  check(
    command === sha256(utf8(`settle ${head.id}`)).toString('hex'),
    'the proven journal is of another command',
  )
  check(subject === head.id, 'the proven journal is about another settlement')
  check(reverses === '-', 'the proven journal reverses another one')
  check(effective === String(head.paidMicros), 'the proven journal is effective at another time than paidAt')
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

/** The fields of a block's text, after its signature was checked. */
const readBlock = ({ block: text, signature }, keys) => {
  check(typeof text === 'string', 'the block is not a text')
  const lines = text.split('\n')
  check(lines.length === 8 && lines[0] === 'cardamom block 2', 'the block has another format')
  const [, height, first, last, root, , signedAt, keyId] = lines
  const key = keys.get(keyId)
  check(key, `the block names the key ${printable(keyId)}, which is not among the given keys`)
  const isSigned = verify(null, utf8(text), key, hexOf(signature, 64, 'the signature'))
  check(isSigned, 'the signature of the block is wrong')
  return {
    height,
    first: whole(first, 'a number of the block'),
    last: whole(last, 'a number of the block'),
    root,
    signedAt,
  }
}

/** The journal is in a signed block: section 7 of the page, and docs/money.md, section 9. */
const checkProof = (proof, keys) => {
  check(isObject(proof) && proof.format === 'cardamom proof 2', 'the proof is missing or has another format')
  check(
    typeof proof.head === 'string' && proof.head.split('\n').length === 10,
    'the head of the proof has another form',
  )
  for (const name of ['parts', 'opened', 'path'])
    check(Array.isArray(proof[name]), `${name} of the proof is missing`)
  for (const part of proof.parts) hexOf(part, 32, 'the hash of a part')
  const isSorted = proof.parts.every((part, at) => at === 0 || proof.parts[at - 1] < part)
  check(isSorted, 'the hashes of the parts are not in order')
  const seen = new Set()
  for (const part of proof.opened) {
    check(isObject(part) && typeof part.text === 'string', 'a part of the proof is not a text')
    const hash = sha256(hexOf(part.salt, 32, 'the salt of a part'), utf8(part.text)).toString('hex')
    check(proof.parts.includes(hash), `the proof does not contain this part: ${printable(part.text)}`)
    check(!seen.has(hash), `the proof shows this part twice: ${printable(part.text)}`)
    seen.add(hash)
  }
  const block = readBlock(proof, keys)
  const { index, size } = proof
  check(
    Number.isInteger(size) && BigInt(size) === block.last - block.first + 1n,
    'the size is not that of the block',
  )
  check(Number.isInteger(index) && index >= 0 && index < size, 'the index is outside of the block')
  check(String(block.first + BigInt(index)) === proof.number, 'the number is not at this index of the block')
  const leaf = sha256(Buffer.from([0]), utf8([proof.head, ...proof.parts].join('\n')))
  check(rootOf(leaf, proof).toString('hex') === block.root, 'the journal is not in the block')
  return block
}

/** Public keys by their key id: the first 16 hex digits of the hash of the key in DER. */
const readKeys = (files) =>
  new Map(
    files.map((file) => {
      const key = createPublicKey(readFileSync(file))
      check(key.asymmetricKeyType === 'ed25519', `${file} is not an Ed25519 key`)
      const id = sha256(key.export({ type: 'spki', format: 'der' }))
        .toString('hex')
        .slice(0, 16)
      return [id, key]
    }),
  )

const parse = (line) => {
  try {
    const value = JSON.parse(line)
    if (isObject(value)) return value
  } catch {
    // It is said below.
  }
  throw new Error('it is no JSON object')
}

const checkLast = (line, state, keys) => {
  check(state.figures, 'the proof comes before the figures')
  const block = checkProof(line.proof, keys)
  checkJournal(line, state.head)
  checkLegs(line.proof, state.head, state.figures)
  state.proven = block
}

const checkNext = (line, state, keys) => {
  check(state.proven === null, 'it follows the proof, which is the last line')
  if (state.head === null) state.head = checkHead(line)
  else if ('proof' in line) checkLast(line, state, keys)
  else {
    check(state.figures === null, 'it follows the figures and is no proof')
    if ('figures' in line) state.figures = checkFigures(line.figures, state)
    else if ('line' in line) checkLine(line, state)
    else if ('share' in line) {
      check(state.lines === 0, 'it is a share after other lines')
      checkShare(line, state)
    } else throw new Error('it is neither a share, a line, the figures nor the proof')
  }
}

/** Reads one file line by line, and says what it proves. Throws an error that names the line and what is wrong in it. */
const checkFile = async (file, keys) => {
  const state = {
    head: null,
    shareIds: new Set(),
    shares: 0,
    lines: 0,
    matured: 0n,
    added: 0n,
    deducted: 0n,
    recoveredLines: 0n,
    allowance: 0n,
    withoutBasis: 0,
    figures: null,
    proven: null,
  }
  let number = 0
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number += 1
    try {
      checkNext(parse(text), state, keys)
    } catch (error) {
      throw new Error(`line ${number} of the file: ${error.message}`)
    }
  }
  check(state.proven, 'the file ends before the proof')
  return state
}

const say = (text) => process.stdout.write(`${text}\n`)

const describe = ({ head, shares, lines, figures, withoutBasis, proven }) => {
  const missing =
    withoutBasis === 0
      ? ''
      : `; the rates of ${withoutBasis} shares were not recorded, so only their sums are checked`
  return [
    `settlement ${printable(String(head.ref))} of ${printable(String(head.owner.name))} (reference and name are not proved), ${head.wallet} wallet, to ${head.periodEnd}`,
    `    ${shares} shares of ${textOfCents(figures.matured)} and ${lines} other lines${missing}`,
    `    owed ${textOfCents(figures.owedBefore)} before and ${textOfCents(figures.owedAfter)} after, paid ${textOfCents(figures.paid)}`,
    `    its journal is in block ${proven.height}, signed ${proven.signedAt}`,
  ].join('\n')
}

const readArguments = (args) => {
  const options = { keys: [], files: [] }
  for (let at = 0; at < args.length; at += 1) {
    if (args[at] === '--key' && args[at + 1]) options.keys.push(args[(at += 1)])
    else if (args[at].startsWith('--')) return null
    else options.files.push(args[at])
  }
  return options.keys.length > 0 && options.files.length > 0 ? options : null
}

const main = async () => {
  const options = readArguments(process.argv.slice(2))
  if (!options) {
    process.stderr.write('node verify-settlement.mjs --key <public key, PEM file> <files…>\n')
    return 2
  }
  const keys = readKeys(options.keys)
  let isRight = true
  for (const file of options.files) {
    try {
      say(`right  ${String(file)}: ${describe(await checkFile(file, keys))}`)
    } catch (error) {
      say(`FALSE  ${String(file)}: ${printable(error.message)}`)
      isRight = false
    }
  }
  return isRight ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
