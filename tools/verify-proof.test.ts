import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, hash, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

/** The example of money §9, read from the page. */
const page = readFileSync(join(import.meta.dirname, '../docs/money.md'), 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(/^```(\w+)\n([^`]+)\n```$/gm)]
    .filter(([, each]) => each === language)
    .map(([, , text = '']) => text)
const value = (name: string): string =>
  new RegExp(`^\\| ${name} +\\| .([^\`]+). +\\|$`, 'm').exec(page)?.[1] ?? ''
const [publicKey = ''] = blocks('pem')
const [proofLine = '', exportLine = ''] = blocks('json')

type Proof = {
  number: string
  head: string
  parts: string[]
  opened: { text: string; salt: string }[]
  index: number
  size: number
  path: string[]
  block: string
  signature: string
}
const proof = () => JSON.parse(proofLine) as Proof

const folder = mkdtempSync(join(tmpdir(), 'verify-proof-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const written = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const key = written('key.pem', `${publicKey}\n`)
const chain = written('chain.jsonl', `${exportLine}\n`)
const run = (...args: string[]) => {
  const tool = join(import.meta.dirname, 'verify-proof.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}
const verdict = (text: string, ...more: string[]) =>
  run('--key', key, ...more, written('proofs.jsonl', `${text}\n`))

const sha256 = (...parts: (Buffer | string)[]): string =>
  hash('sha256', Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))))
const hex = (text: string) => Buffer.from(text, 'hex')

test('the example of the page is computed as the page says', () => {
  const { head, parts, opened, block } = proof()
  const [leg] = opened
  const name = value('name of the leg')
  expect(leg?.text.startsWith(`${name} `)).toBe(true)
  expect(sha256(hex(value("entry's salt")), name)).toBe(value('salt of the leg'))
  expect(leg?.salt).toBe(value('salt of the leg'))
  expect(sha256(hex(value('salt of the leg')), leg?.text ?? '')).toBe(value('hash of the leg'))
  expect(parts).toEqual([value('hash of the leg'), value('hash of the other leg')].toSorted())
  expect(sha256(Buffer.from([0]), [head, ...parts].join('\n'))).toBe(value('leaf'))
  expect(sha256(Buffer.from([1]), hex(value('leaf')), hex(value('leaf of the second entry')))).toBe(
    value('root'),
  )
  expect(block.split('\n')[4]).toBe(value('root'))
  expect(sha256(block)).toBe(value('hash of the block'))
  const der = Buffer.from(publicKey.replaceAll(/-.*-|\n/g, ''), 'base64')
  expect(sha256(der).slice(0, 16)).toBe(value('key id'))
  expect(JSON.parse(exportLine)).toEqual({ block, signature: proof().signature })
})

test('a valid proof is valid, alone and in its exported chain', () => {
  expect(verdict(proofLine)).toMatchObject({ status: 0, stderr: '' })
  const { status, stdout } = verdict(proofLine, '--chain', chain)
  expect(status).toBe(0)
  expect(stdout.split('\n')).toEqual([
    `valid  ${chain}: 1 blocks with 2 entries, the last of 2026-09-21T12:13:21.000Z`,
    expect.stringMatching(
      /^valid {2}entry 1 of block 1, signed 2026-09-21T12:13:21\.000Z: journal .* load\.credited, key load:/,
    ),
    expect.stringMatching(
      /^ {4}leg 1 of account 8d1f7a52.*: 97000, then its balance is 97000; effective 2026-/,
    ),
    '',
  ])
})

const changed: Record<string, [(of: Proof) => void, string]> = {
  'an amount': [
    (of) => (of.opened[0]!.text = of.opened[0]!.text.replace('97000', '97001')),
    'does not contain this part',
  ],
  'the salt of a part': [(of) => (of.opened[0]!.salt = '00'.repeat(32)), 'does not contain this part'],
  'a field of the journal': [
    (of) => (of.head = of.head.replace('credited\n', 'undone\n')),
    'the entry is not in the block',
  ],
  'a part that is left out': [(of) => of.parts.pop(), 'the entry is not in the block'],
  'the order of the parts': [(of) => of.parts.reverse(), 'not in order'],
  'the index': [(of) => (of.index = 1), 'the number is not at this index'],
  'the number': [(of) => (of.number = '2'), 'the number is not at this index'],
  'the size': [(of) => (of.size = 3), 'the size is not that of the block'],
  'the path': [(of) => (of.path[0] = '00'.repeat(32)), 'the entry is not in the block'],
  'a longer path': [(of) => of.path.push('00'.repeat(32)), 'the path is too long'],
  'no path': [(of) => (of.path = []), 'the path is too short'],
  'the text of the block': [
    (of) => (of.block = of.block.replace('2026', '2025')),
    'the signature of block 1 is wrong',
  ],
  'the signature': [(of) => (of.signature = '00'.repeat(64)), 'the signature of block 1 is wrong'],
}
test.each(Object.entries(changed))('%s: a proof that differs is false', (_name, [change, reason]) => {
  const other = proof()
  change(other)
  const { status, stdout } = verdict(JSON.stringify(other))
  expect(status).toBe(1)
  expect(stdout).toMatch(/^FALSE {2}/)
  expect(stdout).toContain(reason)
})

test('an opened part is there once, in the order of the hashes', () => {
  const twice = proof()
  twice.opened.push(twice.opened[0]!)
  expect(verdict(JSON.stringify(twice))).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('not in the order of their hashes, each once') as string,
  })
  const { head, ...rest } = signed(proof().head, 'detail x []')
  const parts = [rest.parts[0]!, rest.parts[0]!]
  expect(verdictOf({ head, ...rest, parts }).stdout).toContain('not in order, each once')
})

test('a line with a name twice, with spaces or with another field is refused', () => {
  const lines = [
    proofLine.replace('{', '{"number":"7",'),
    proofLine.replace('"salt":', '"salt":"00","salt":'),
    proofLine.replace(':', ': '),
    `${proofLine}\r`,
  ]
  for (const line of lines)
    expect(verdict(line)).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^FALSE .*line 1: it is not written as an export writes it/) as string,
    })
  for (const line of [exportLine.replace('{', '{"block":"x",'), exportLine.replace('}', ',"note":1}')]) {
    const { status, stdout } = run('--key', key, '--chain', written('names.jsonl', `${line}\n`))
    expect(status).toBe(1)
    expect(stdout).toMatch(/^FALSE .*line 1: it (is not written as|has other fields than)/)
  }
})

test('with a chain that is not valid no entry is called valid', () => {
  const broken = written('broken.jsonl', `${exportLine}\n${exportLine}\n`)
  const proofs = written('good.jsonl', `${proofLine}\n`)
  expect(run('--key', key, '--chain', broken, proofs)).toMatchObject({
    status: 1,
    stdout: `FALSE  ${broken}, line 2: block 1 follows block 1\nFALSE  ${proofs}: not checked, because the chain is not valid\n`,
  })
  const mixed = written('mixed.jsonl', `${proofLine}\n{}\n`)
  const { status, stdout } = run('--key', key, mixed)
  expect([status, stdout.split('\n').map((line) => line.slice(0, 5))]).toEqual([
    1,
    ['FALSE', 'valid', '    l', ''],
  ])
})

test('another key, a changed chain and wrong arguments are refused', () => {
  const other = written(
    'other.pem',
    '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----\n',
  )
  const proofs = written('proof.jsonl', `${proofLine}\n`)
  expect(run('--key', other, proofs).stdout).toContain('which is not among the given keys')
  const twice = written('twice.jsonl', `${exportLine}\n${exportLine}\n`)
  expect(run('--key', key, '--chain', twice)).toMatchObject({
    status: 1,
    stdout: `FALSE  ${twice}, line 2: block 1 follows block 1\n`,
  })
  const empty = written('empty.jsonl', '')
  expect(run('--key', key, '--chain', empty, proofs).stdout).toContain('block 1 is not in the exported chain')
  expect(run()).toMatchObject({ status: 2, stderr: expect.stringContaining('--key <public key') as string })
  expect(run('--key', join(folder, 'none'), proofs).status).toBe(2)
})

const signer = generateKeyPairSync('ed25519')
const signerKey = written('signer.pem', signer.publicKey.export({ type: 'spki', format: 'pem' }) as string)
/** A proof of the only entry of a block that this test signs. */
const signed = (head: string, text: string): Proof => {
  const salt = '07'.repeat(32)
  const parts = [sha256(hex(salt), text)]
  const root = sha256(Buffer.from([0]), [head, ...parts].join('\n'))
  const keyId = sha256(signer.publicKey.export({ type: 'spki', format: 'der' })).slice(0, 16)
  const block = ['cardamom block 2', 1, 1, 1, root, '-', '2026-09-21T12:13:21.000Z', keyId].join('\n')
  const signature = sign(null, Buffer.from(block), signer.privateKey).toString('hex')
  const opened = [{ text, salt }]
  const rest = { number: '1', head, parts, opened, index: 0, size: 1, path: [], block, signature }
  return { format: 'cardamom proof 2', ...rest } as Proof
}
const verdictOf = (...proofs: unknown[]) =>
  run('--key', signerKey, written('signed.jsonl', proofs.map((each) => `${JSON.stringify(each)}\n`).join('')))

test('the other line ends of Unicode are characters of a text, and no terminal acts on it', () => {
  const text = 'detail x ["ana", "a\u2028b\u2029c\u009b2J\u202e🦊", null]'
  expect(verdictOf(signed(proof().head, text))).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(
      'detail x ["ana", "a\\u{2028}b\\u{2029}c\\u{9b}2J\\u{202e}🦊", null]\n',
    ) as string,
  })
})

test('a head with other lines is refused, also when a block signs it', () => {
  const { head } = proof()
  const key = head.replace(/^load:.*$/m, `load:1:credited\n${'ab'.repeat(32)}\nload.reversed\n1\n1\n-\n-\n-`)
  for (const other of [
    key,
    `${head}\n${'ab'.repeat(32)}`,
    head.replace(/\n-$/, ''),
    'cardamom account 2\nx',
  ]) {
    const { status, stdout } = verdictOf(signed(other, 'detail x []'))
    expect([status, stdout.replace(/^.*: /, '')]).toEqual([1, 'the head has another form\n'])
  }
  const account = 'cardamom account 2\n0192f0c1-0000-7000-8000-000000000001\n1790000000000000'
  expect(verdictOf(signed(account, 'account x'))).toMatchObject({ status: 0 })
})

test('whatever a file has, a sentence says what is wrong', () => {
  const bare = { ...signed(proof().head, 'detail x []') }
  const sentences: [unknown, string][] = [
    [null, 'it is no JSON object'],
    [3, 'it is no JSON object'],
    [[], 'it has another format'],
    [{ ['__proto__']: bare }, 'it has another format'],
    [{ ...bare, opened: [null] }, 'a part is not a text'],
    [{ ...bare, size: '1' }, 'the size is not a whole number'],
    [{ ...bare, block: { split: 1 } }, 'the block is not a text'],
  ]
  const { status, stdout } = verdictOf(...sentences.map(([value]) => value))
  expect(status).toBe(1)
  expect(stdout.split('\n').map((line) => line.replace(/^FALSE .*line \d: /, ''))).toEqual([
    ...sentences.map(([, sentence]) => sentence),
    '',
  ])
  expect(run('--key', key, '--chain', written('null.jsonl', 'null')).stdout).toContain('it is no JSON object')
  const empty = written('none.jsonl', '\n\n')
  expect(run('--key', key, empty)).toMatchObject({ status: 1, stdout: `FALSE  ${empty}: it has no proof\n` })
  const long = written('long.jsonl', `${'x'.repeat(65 * 2 ** 20)}\n`)
  expect(run('--key', key, long)).toMatchObject({
    status: 1,
    stdout: `FALSE  ${long}, line 1: it is longer than 64 MB\n`,
  })
})
