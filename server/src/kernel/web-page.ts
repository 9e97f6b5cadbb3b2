import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { Log } from './log.ts'
import { render, type RenderedText } from './rendered.ts'

/** What a page needs in addition to the common part: names of its texts, and its files in each language. */
type Needs = {
  readonly texts: readonly string[]
  readonly files: { readonly en: readonly string[]; readonly es: readonly string[] }
}
type PageLine = Needs & {
  readonly path: string
  readonly area: string
  /** What the page requests at its start, as addresses below /api. */
  readonly reads: readonly string[]
}
/** `.vite/pages.json` of the build. */
export type BuiltPages = {
  /** The login page, which stands in for any page that needs a login when no user is signed in. */
  readonly login: Needs
  readonly pages: readonly PageLine[]
}
type BuiltPage = {
  readonly html: string
  readonly pages: BuiltPages
  readonly id: string
  readonly writtenMs: number
}

type ReadFact = (request: FastifyRequest) => Promise<unknown>

/** The page for every path that is no file and no call. */
export type WebPage = {
  /** A fact for the first paint of pages. It is sent with the page, which saves one call. */
  readonly tell: (name: string, read: ReadFact) => void
  /**
   * Whether a request's browser seems to have a session. This decides what is fetched early, never what is
   * shown.
   */
  readonly guessSignedIn: (guess: (request: FastifyRequest) => boolean) => void
  /** The page for this request: its facts inside, and links to the files that its path needs. */
  readonly answer: (request: FastifyRequest, webDir: string) => Promise<PageAnswer>
  /** Whether the web has a page of this path. */
  readonly isKnown: (path: string, webDir: string) => boolean
  /** Identifies the build. It changes with any file, because the page names the files by their content. */
  readonly build: (webDir: string) => string
}

type PageAnswer = {
  readonly document: RenderedText
  /** Whether the web has a page of this path; if not, the document says so. */
  readonly isKnown: boolean
}

/** Cached documents: one for each recent page, language and company. */
const cacheLimit = 300

/** After this time the page is sent without its facts, and requests them itself. */
const factsWaitMs = 1000

const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`, 'i')

/** The entry of a path; an exact path wins over one with parameters. */
const lineOf = ({ pages }: BuiltPages, path: string): PageLine | undefined =>
  pages
    .filter((line) => patternOf(line.path).test(path))
    .toSorted((a, b) => a.path.split(':').length - b.path.split(':').length)[0]

/** What this path's page will request, known before its code runs. */
export const needsOf = (
  built: BuiltPages,
  request: { readonly path: string; readonly isSignedIn: boolean },
): (Needs & Partial<Pick<PageLine, 'reads'>>) | undefined => {
  const line = lineOf(built, request.path)
  const isOpen = line?.area === 'everyone' || line?.area === 'signed-out'
  return request.isSignedIn || isOpen ? line : built.login
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

/** Data in a page, escaped so that it cannot end its element. */
const dataBlock = (facts: object) =>
  `<script type="application/json" id="facts">${JSON.stringify(facts).replaceAll('<', '\\u003c')}</script>`

const readBuilt = (webDir: string): BuiltPage => {
  const file = join(webDir, 'index.html')
  const pages = readFileSync(join(webDir, '.vite/pages.json'), 'utf8')
  const html = readFileSync(file, 'utf8')
  const id = createHash('sha256').update(html).update(pages).digest('hex').slice(0, 12)
  return { html, pages: JSON.parse(pages) as BuiltPages, id, writtenMs: statSync(file).mtimeMs }
}

/** Creates the page; modules add their facts to it. */
export const createWebPage = ({ log }: { log: Log }): WebPage => {
  const readers = new Map<string, ReadFact>()
  /** Documents in the order of their last use. */
  const rendered = new Map<string, RenderedText>()
  let built: BuiltPage | null = null
  let isSignedIn: (request: FastifyRequest) => boolean = () => false

  /** A new build replaces the old one while the product runs. */
  const current = (webDir: string): BuiltPage => {
    if (built?.writtenMs !== statSync(join(webDir, 'index.html')).mtimeMs) {
      built = readBuilt(webDir)
      rendered.clear()
    }
    return built
  }
  const save = (name: string, document: RenderedText) => {
    rendered.delete(name)
    rendered.set(name, document)
    const [oldest] = rendered.keys()
    if (rendered.size > cacheLimit && oldest !== undefined) rendered.delete(oldest)
  }
  const factsOf = async (request: FastifyRequest): Promise<object> => {
    const read = [...readers].map(async ([name, reader]) => [name, await reader(request)] as const)
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), factsWaitMs)))
    try {
      const facts = await Promise.race([Promise.all(read), patience])
      return facts === null ? {} : Object.fromEntries(facts)
    } catch (error) {
      log.error('A page was sent without its facts', error)
      return {}
    } finally {
      clearTimeout(timer)
    }
  }
  const isKnown = (path: string, { pages }: BuiltPage) =>
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
        rendered.get(name) ?? render(htmlOf(found.html, { lang, needs, facts }), 'text/html; charset=utf-8')
      save(name, document)
      return { document, isKnown: isKnown(path, found) }
    },
  }
}
