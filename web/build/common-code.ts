import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const entry = resolve(web, 'index.html')
const home = resolve(web, 'src/shell/home/home-page.tsx')
const adminTables = ['src/admin-routes.tsx', 'src/kernel/admin-texts.ts'].map((file) => resolve(web, file))

type Context = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>
type Sharers = ReadonlyMap<string, number>

const iconFile = /\/lucide-react\/.*\/icons\/([\w-]+)\.m?js$/
const iconImport = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g
const pascal = (name: string) => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
const iconNamed = (name: string) => `icon ${name}`
/** An icon is known by its name, because every page imports icons from the one list of all of them. */
const iconOf = (id: string) => iconNamed(pascal(iconFile.exec(id)?.[1] ?? ''))
const iconsIn = (code: string): string[] =>
  [...code.matchAll(iconImport)].flatMap(([, names = '']) =>
    names.split(',').map((name) => iconNamed(name.trim().split(/\s+as\s+/)[0] ?? '')),
  )

/** All modules that load together with one. */
const loadedWith = (root: string, context: Context): Set<string> => {
  const found = new Set<string>()
  const add = (id: string) => {
    if (found.has(id) || id.includes('/lucide-react/')) return
    found.add(id)
    const { code, importedIds = [] } = context.getModuleInfo(id) ?? {}
    for (const icon of iconsIn(code ?? '')) found.add(icon)
    importedIds.forEach(add)
  }
  add(root)
  return found
}

/** How many separately loaded files, beginning with these, use each module; files behind `without` are left out. */
const countSharers = (starts: readonly string[], without: readonly string[], context: Context): Sharers => {
  const counts = new Map<string, number>()
  const roots = new Set(starts)
  // A set that grows while it is read: each module can import further ones later.
  for (const root of roots) {
    for (const id of loadedWith(root, context)) {
      counts.set(id, (counts.get(id) ?? 0) + 1)
      for (const later of context.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
        if (!without.includes(later)) roots.add(later)
      }
    }
  }
  return counts
}

type Users = { readonly ofAll: Sharers; readonly ofAdmins: Sharers; readonly ofHome: ReadonlySet<string> }
const known = new WeakMap<object, Users>()
/** Who uses each module. The objects of the bundler live for one build. */
const usersOf = (context: Context): Users => {
  const start = context.getModuleInfo(entry)
  if (start === null) throw new Error(`${entry} is not part of the build`)
  const users = known.get(start) ?? {
    ofAll: countSharers([entry], adminTables, context),
    ofAdmins: countSharers(adminTables, [], context),
    ofHome: new Set([entry, home].flatMap((root) => [...loadedWith(root, context)])),
  }
  known.set(start, users)
  return users
}

type Name = (id: string, context: Context) => string | null

/**
 * The name of a common file. Code that only admin pages use never enters it, so an admin page makes no other
 * page larger.
 */
export const common =
  (name: string): Name =>
  (id, context) =>
    usersOf(context).ofAll.has(id) ? name : null

const mostPages = 10
/**
 * Icons of the home page and of many pages are in one file. Icons of few pages that admin pages use too are in
 * another: each would else become a file, which the entry names.
 */
export const iconsName: Name = (id, context) => {
  const { ofAll, ofAdmins, ofHome } = usersOf(context)
  const icon = iconOf(id)
  const sharers = ofAll.get(icon) ?? 0
  if (sharers >= mostPages || ofHome.has(icon)) return 'icons'
  return sharers > 0 && ofAdmins.has(icon) ? 'more-icons' : null
}
