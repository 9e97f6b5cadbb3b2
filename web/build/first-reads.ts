import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const requests = resolve(dirname(fileURLToPath(import.meta.url)), '../src/kernel/request.ts')

type Read = readonly [{ readonly method: string; readonly path: string }, { readonly input?: unknown }]
type Reads = { readonly reads: Readonly<Record<string, Read>> }
type Requests = {
  readonly pathOf: (path: string, params: object) => string
  readonly queryOf: (input: unknown) => string
}

const loaded = (file: string): Promise<unknown> =>
  import(`${pathToFileURL(file).href}?v=${statSync(file).mtimeMs}`)

/** First requests of a page, as addresses below /api, computed by the page's own calls. */
export const readsIn = async (file: string): Promise<string[]> => {
  const [{ reads }, { pathOf, queryOf }] = (await Promise.all([loaded(file), loaded(requests)])) as [
    Reads,
    Requests,
  ]
  return Object.values(reads).map(([{ method, path }, { input }]) => {
    if (method !== 'GET') throw new Error(`${file}: ${method} ${path} is no read`)
    return `${pathOf(path, {})}${queryOf(input)}`
  })
}
