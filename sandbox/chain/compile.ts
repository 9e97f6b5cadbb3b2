import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { artifactFile } from './artifact-file.ts'

const here = import.meta.dirname
const require = createRequire(import.meta.url)

type CompiledContract = {
  readonly abi: readonly unknown[]
  readonly evm: { readonly bytecode: { object: string } }
}
type CompilerAnswer = {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly contracts: Readonly<Record<string, Readonly<Record<string, CompiledContract>>>>
}
type Compiler = {
  readonly compile: (input: string, callbacks: { import: (path: string) => { contents: string } }) => string
}

const settings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'shanghai',
  // Without the metadata hash the bytecode depends only on the code, and so do the addresses.
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

/** Compiles `contracts/*.sol` with the pinned solc; one `{abi, bytecode}` as JSON text per contract of ours. */
export const compileContracts = (): ReadonlyMap<string, string> => {
  const files = readdirSync(join(here, 'contracts')).filter((name) => name.endsWith('.sol'))
  const sources = Object.fromEntries(
    files.map((name) => [name, { content: readFileSync(join(here, 'contracts', name), 'utf8') }]),
  )
  const solc = require('solc') as Compiler
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const answer = JSON.parse(
    solc.compile(input, { import: (path) => ({ contents: readFileSync(require.resolve(path), 'utf8') }) }),
  ) as CompilerAnswer
  const problems = answer.errors ?? []
  if (problems.length > 0) throw new Error(problems.map((each) => each.formattedMessage).join('\n'))
  const compiled = new Map<string, string>()
  for (const file of files) {
    for (const [name, { abi, evm }] of Object.entries(answer.contracts[file] ?? {})) {
      compiled.set(name, `${JSON.stringify({ abi, bytecode: `0x${evm.bytecode.object}` })}\n`)
    }
  }
  return compiled
}

if (import.meta.main) {
  mkdirSync(join(here, 'artifacts'), { recursive: true })
  for (const [name, text] of compileContracts()) {
    writeFileSync(artifactFile(name), text)
    process.stdout.write(`${name}: ${text.length} bytes\n`)
  }
}
