import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { readsIn } from './first-reads.ts'

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const languages = ['en', 'es'] as const
type Lang = (typeof languages)[number]
type Line = { readonly path: string; readonly area: string; readonly file: string }
type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

/** Layout files of each area that are not part of the entry. */
const layouts: Readonly<Record<string, readonly string[]>> = {
  everyone: ['src/shell/signed-out-layout.tsx'],
  'signed-out': ['src/shell/signed-out-layout.tsx'],
  enrolment: ['src/shell/signed-out-layout.tsx'],
  admin: ['src/admin-routes.tsx', 'src/kernel/admin-texts.ts', 'src/shell/admin-layout.tsx'],
}
const inlineLogin = [
  'src/shell/signed-out-layout.tsx',
  'src/shell/login-here.tsx',
  'src/access/login-page.tsx',
]

const tableLine = /path: '([^']+)',\s+area: '([^']+)',[^{}]*?import\('\.\/([^']+)'\)/g
const tables = ['src/routes.tsx', 'src/admin-routes.tsx']
/** Route lines, read from the source text, because importing the file would run the whole app. */
const linesOf = (table: string): Line[] => {
  const source = readFileSync(resolve(web, table), 'utf8')
  const lines = [...source.matchAll(tableLine)].map(([, path = '', area = '', file = '']) => ({
    path,
    area,
    file: `src/${file}`,
  }))
  if (lines.length !== source.split('page: page(').length - 1)
    throw new Error(`${table} has a line that is not understood here`)
  return lines
}

/** Texts that are in the entry, or in the single file of the other language. */
const core: ReadonlySet<string> = new Set(['shell', 'transport', 'ui'])
const textCalls = /\b(?:useText|preloadText)\(["'](\w+)["']\)/g
const kebab = (name: string) => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)

const chunksBySource = (bundle: Rolldown.OutputBundle): Chunks => {
  const found = new Map<string, Rolldown.OutputChunk>()
  for (const one of Object.values(bundle)) {
    if (one.type !== 'chunk') continue
    for (const id of one.moduleIds) found.set(id, one)
  }
  return found
}

const closureOf = (bundle: Rolldown.OutputBundle, starts: readonly string[]): Set<string> => {
  const found = new Set<string>()
  const add = (name: string) => {
    const one = bundle[name]
    if (found.has(name) || one?.type !== 'chunk') return
    found.add(name)
    one.imports.forEach(add)
  }
  starts.forEach(add)
  return found
}

/**
 * Writes the list of files and texts that each path needs beyond the entry. The server names them in the
 * page, so that the browser fetches all of them at once. Nothing has to be declared: files come from the
 * bundle, texts from the modules that read them, and the first calls from the `-reads.ts` of the page's
 * folder.
 */
export const pageFiles = (): Plugin => ({
  name: 'cardamom:page-files',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const bySource = chunksBySource(bundle)
      const chunkOf = (source: string): Rolldown.OutputChunk => {
        const found = bySource.get(resolve(web, source))
        if (found === undefined) throw new Error(`${source} is in no file`)
        return found
      }
      const textChunk = (folder: string, file: string) =>
        bySource.get(resolve(web, folder, 'admin', file)) ?? chunkOf(`${folder}/${file}`)
      const entry = closureOf(
        bundle,
        Object.values(bundle).flatMap((one) => (one.type === 'chunk' && one.isEntry ? [one.fileName] : [])),
      )
      const textsOf = (files: readonly string[]): string[] => {
        const names = files.flatMap((file) => {
          const one = bundle[file]
          const ids = one?.type === 'chunk' ? one.moduleIds : []
          const codes = ids.filter((id) => id.startsWith(`${web}/src/`)).map((id) => readFileSync(id, 'utf8'))
          return codes.flatMap((code) => [...code.matchAll(textCalls)].map(([, name = '']) => name))
        })
        return [...new Set(names)].filter((name) => !core.has(name))
      }
      const textFilesOf = (texts: readonly string[], lang: Lang): string[] => [
        ...(lang === 'en' ? [] : [chunkOf('src/kernel/texts-es.ts').fileName]),
        ...texts.map((name) => textChunk(`../contract/src/messages/${lang}`, `${kebab(name)}.ts`).fileName),
      ]
      const needsOf = (sources: readonly string[]) => {
        const names = closureOf(
          bundle,
          sources.map((source) => chunkOf(source).fileName),
        )
        const own = [...names].filter((name) => !entry.has(name))
        const texts = textsOf(own)
        const files = languages.map((lang) => [lang, [...own, ...textFilesOf(texts, lang)]] as const)
        return { texts, files: Object.fromEntries(files) }
      }
      const lines = tables.flatMap((file) => linesOf(file))
      const readsOf = async (file: string) => {
        const source = resolve(web, file.replace(/-page\.tsx$/, '-reads.ts'))
        return existsSync(source) ? readsIn(source) : []
      }
      const pages = await Promise.all(
        lines.map(async ({ path, area, file }) => ({
          path,
          area,
          reads: await readsOf(file),
          ...needsOf([...(layouts[area] ?? []), file]),
        })),
      )
      this.emitFile({
        type: 'asset',
        fileName: '.vite/pages.json',
        source: JSON.stringify({ login: needsOf(inlineLogin), pages }),
      })
    },
  },
})
