import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { Plugin } from 'vite'

const contract = resolve(dirname(fileURLToPath(import.meta.url)), '../../contract/src')
const prefix = '\0contract-calls:'
/** The parts of an endpoint that the browser needs for a call; schemas are for forms and for the server. */
export const sent = [
  'method',
  'path',
  'rate',
  'idempotent',
  'body',
  'stepUp',
  'fourEyes',
  'whileLocked',
  'alsoTag',
  'tabs',
  'queryFields',
  'fieldKinds',
] as const
const isSent = (key: string) => (sent as readonly string[]).includes(key)

const fileOf = (name: string) => resolve(contract, `${name}.ts`)

const callsOf = (name: string): ReadonlySet<string> => {
  const source = readFileSync(fileOf(name), 'utf8')
  return new Set(
    [...source.matchAll(/^export const (\w+) = (?:endpoint|listEndpoint|bulkEndpoint)\(/gm)].map(
      ([, found]) => found ?? '',
    ),
  )
}

const constant = /^export const (\w+) = (?=[['\d]|\{[^(]*?\n\} as const$)/gm
/** Constants that can be copied as they are: lists, texts and tables without a schema. */
const constantsOf = (name: string): ReadonlySet<string> => {
  const source = readFileSync(fileOf(name), 'utf8')
  return new Set([...source.matchAll(constant)].map(([, found]) => found ?? ''))
}

type NamedImport = { readonly imported: string; readonly local: string }

const namesOf = (clause: string): NamedImport[] =>
  clause
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => {
      const [imported = '', local] = part.split(/\s+as\s+/)
      return { imported, local: local ?? imported }
    })

const importOf = ({ names, from }: { names: readonly NamedImport[]; from: string }) => {
  const list = names.map(({ imported, local }) => `${imported} as ${local}`).join(', ')
  return list === '' ? '' : `import { ${list} } from ${JSON.stringify(from)};`
}

const importLine = /^import\s*\{([^}]*)\}\s*from\s*["']@cardamom\/contract\/((?!messages\/)[\w/-]+)["'];?/gm

/**
 * Rewrites the imports of one page: calls come in their light form, schemas (also `someCall.input`) from the
 * contract itself.
 */
const split = (code: string): string => {
  const used: { local: string; whole: NamedImport; from: string }[] = []
  const lines = code.replace(importLine, (_, clause: string, name: string) => {
    const calls = callsOf(name)
    const constants = constantsOf(name)
    const names = namesOf(clause)
    const from = `@cardamom/contract/${name}`
    const called = names.filter(({ imported }) => calls.has(imported))
    for (const { imported, local } of called) {
      used.push({ local, whole: { imported, local: `${local}$whole` }, from })
    }
    const isLight = ({ imported }: NamedImport) => calls.has(imported) || constants.has(imported)
    const light = names.filter(isLight)
    const rest = names.filter((one) => !isLight(one))
    const each = light.map((one) => importOf({ names: [one], from: `${from}?call=${one.imported}` }))
    return each.join('') + importOf({ names: rest, from })
  })
  return used.reduce((text, { local, whole, from }) => {
    const member = new RegExp(`(?<![\\w.$])${local}\\.(input|output|params|refusals)\\b`, 'g')
    if (!member.test(text)) return text
    return `${importOf({ names: [whole], from })}\n${text.replace(member, `${whole.local}.$1`)}`
  }, lines)
}

/** The fields of a call that a page gets. */
export const lightOf = (call: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(call).filter(([key]) => isSent(key)))

const lightForm = async (name: string, exported: string): Promise<string> => {
  const file = fileOf(name)
  const url = `${pathToFileURL(file).href}?v=${statSync(file).mtimeMs}`
  const module = (await import(url)) as Record<string, Record<string, unknown>>
  if (callsOf(name).has(exported)) {
    const { csv, counts } = module[exported] ?? {}
    const light = {
      ...lightOf(module[exported] ?? {}),
      ...(csv ? { csv: lightOf(csv) } : {}),
      ...(counts ? { counts: lightOf(counts) } : {}),
    }
    return `export const ${exported} = ${JSON.stringify(light)}`
  }
  const text = JSON.stringify(module[exported])
  if (!isDeepStrictEqual(JSON.parse(text), module[exported]))
    throw new Error(`${exported} of contract/${name} is more than data`)
  return `export const ${exported} = ${text}`
}

/**
 * Leaves zod (20 kB, brotli) out of pages that only make calls. `import { getLoad } from
 * '@cardamom/contract/loads'` adds to a page only the call's method and path, and for a list also what its
 * query accepts. A constant comes without its file. Each is a module of its own, so that the file of a common
 * call does not bring the calls of other pages. A form that uses `createLoad.input` or a schema by name
 * gets the whole contract file.
 */
export const contractCalls = (): Plugin => ({
  name: 'cardamom:contract-calls',
  resolveId: {
    order: 'pre',
    filter: { id: /^@cardamom\/contract\/[\w/-]+\?call=\w+$/ },
    handler: (id) => prefix + id.slice('@cardamom/contract/'.length).replace('?call=', '='),
  },
  load: {
    filter: { id: /contract-calls:/ },
    handler(id) {
      const [name = '', exported = ''] = id.slice(prefix.length).split('=')
      this.addWatchFile(fileOf(name))
      return lightForm(name, exported)
    },
  },
  transform: {
    filter: { id: /\/web\/src\/[^?]*\.tsx?$/ },
    handler: (code) => (code.includes('@cardamom/contract/') ? { code: split(code), map: null } : null),
  },
})
