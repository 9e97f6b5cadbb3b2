import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { Log } from './log.ts'
import { render, type Rendered } from './rendered.ts'

/** What a page needs beyond what every page does: names of its texts, and its files in each language. */
type Needs = {
  readonly texts: readonly string[]
  readonly files: { readonly en: readonly string[]; readonly es: readonly string[] }
}
type PageLine = Needs & {
  readonly path: string
  readonly area: string
  /** What the page asks for at its start, as addresses below /api. */
  readonly reads: readonly string[]
}
/** `.vite/pages.json` of the build. */
export type BuiltPages = {
  /** What stands for a signed-out person wherever a page asks for a login. */
  readonly login: Needs
  readonly pages: readonly PageLine[]
}
type Built = {
  readonly html: string
  readonly pages: BuiltPages
  readonly id: string
  readonly writtenMs: number
}

type ReadFact = (request: FastifyRequest) => Promise<unknown>

/** The page that every path gets which is no file and no call. */
export type WebPage = {
  /** A fact that pages need before anything is painted: it comes with the page, instead of one call later. */
  readonly tell: (name: string, read: ReadFact) => void
  /** Whether a request's browser has a session: a guess that decides what is fetched early, never what is shown. */
  readonly guessSignedIn: (guess: (request: FastifyRequest) => boolean) => void
  /** The page for this request: its facts inside, and links to the files that its path needs. */
  readonly answer: (request: FastifyRequest, webDir: string) => Promise<PageAnswer>
  /** Whether the web has a page of this path. */
  readonly isKnown: (path: string, webDir: string) => boolean
  /** Names the build: it changes with any of its files, since the page names them by their content. */
  readonly build: (webDir: string) => string
}

type PageAnswer = {
  readonly document: Rendered
  /** Whether the web has a page of this path; else the document says that there is none. */
  readonly isKnown: boolean
}

/** Documents kept: one for each page, language and company that was asked for lately. */
const mostKept = 300

/** The page comes without its facts rather than late: it then asks for them itself. */
const factsWaitMs = 1000

const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`, 'i')

/** The line of a path; one of that very path goes before one with parameters. */
const lineOf = ({ pages }: BuiltPages, path: string): PageLine | undefined =>
  pages
    .filter((line) => patternOf(line.path).test(path))
    .toSorted((a, b) => a.path.split(':').length - b.path.split(':').length)[0]

/** What this path's page will ask for, known before its first line of code runs. */
export const needsOf = (
  built: BuiltPages,
  asked: { readonly path: string; readonly isSignedIn: boolean },
): (Needs & Partial<Pick<PageLine, 'reads'>>) | undefined => {
  const line = lineOf(built, asked.path)
  const isOpen = line?.area === 'everyone' || line?.area === 'signed-out'
  return asked.isSignedIn || isOpen ? line : built.login
}

/** The document before it is compressed. */
const htmlOf = (
  html: string,
  of: { lang: 'en' | 'es'; needs: Partial<Needs> | undefined; facts: string },
): string => {
  const links = of.needs?.files?.[of.lang].map(
    (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
  )
  return html
    .replace('<html lang="en">', () => `<html lang="${of.lang}">`)
    .replace('<!--facts-->', () => of.facts)
    .replace('</head>', () => `${links?.join('') ?? ''}</head>`)
}

/** Data in a page: nothing in it can end the element that it stands in. */
const dataBlock = (facts: object) =>
  `<script type="application/json" id="facts">${JSON.stringify(facts).replaceAll('<', '\\u003c')}</script>`

const readBuilt = (webDir: string): Built => {
  const file = join(webDir, 'index.html')
  const pages = readFileSync(join(webDir, '.vite/pages.json'), 'utf8')
  const html = readFileSync(file, 'utf8')
  const id = createHash('sha256').update(html).update(pages).digest('hex').slice(0, 12)
  return { html, pages: JSON.parse(pages) as BuiltPages, id, writtenMs: statSync(file).mtimeMs }
}

/** Makes the page; modules add their facts to it. */
export const createWebPage = ({ log }: { log: Log }): WebPage => {
  const readers = new Map<string, ReadFact>()
  /** In the order of their last use. */
  const kept = new Map<string, Rendered>()
  let built: Built | null = null
  let isSignedIn: (request: FastifyRequest) => boolean = () => false

  /** A new build takes the old one's place while the product runs. */
  const current = (webDir: string): Built => {
    if (built?.writtenMs !== statSync(join(webDir, 'index.html')).mtimeMs) {
      built = readBuilt(webDir)
      kept.clear()
    }
    return built
  }
  const keep = (name: string, document: Rendered) => {
    kept.delete(name)
    kept.set(name, document)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  }
  const factsOf = async (request: FastifyRequest): Promise<object> => {
    const read = [...readers].map(async ([name, reader]) => [name, await reader(request)] as const)
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), factsWaitMs)))
    try {
      const facts = await Promise.race([Promise.all(read), patience])
      return facts === null ? {} : Object.fromEntries(facts)
    } catch (error) {
      log.error('A page goes out without its facts', error)
      return {}
    } finally {
      clearTimeout(timer)
    }
  }
  const isKnown = (path: string, { pages }: Built) =>
    path === '/index.html' || lineOf(pages, path) !== undefined
  return {
    tell: (name, read) => void readers.set(name, read),
    guessSignedIn: (guess) => {
      isSignedIn = guess
    },
    build: (webDir) => current(webDir).id,
    isKnown: (path, webDir) => isKnown(path, current(webDir)),
    answer: async (request, webDir) => {
      const found = current(webDir)
      const lang = request.cookies['cardamom'] === 'es' ? 'es' : 'en'
      const path = request.url.split('?')[0] ?? '/'
      const needs = needsOf(found.pages, { path, isSignedIn: isSignedIn(request) })
      const { texts = [], reads = [], files } = needs ?? {}
      const facts = dataBlock({ ...(await factsOf(request)), texts, reads })
      const name = createHash('sha256')
        .update(JSON.stringify([lang, files?.[lang], facts]))
        .digest('base64')
      const document =
        kept.get(name) ?? render(htmlOf(found.html, { lang, needs, facts }), 'text/html; charset=utf-8')
      keep(name, document)
      return { document, isKnown: isKnown(path, found) }
    },
  }
}
