import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../web/src')
const tables = ['routes.tsx', 'admin-routes.tsx'].map((file) => readFileSync(join(source, file), 'utf8'))
const paths = [...tables.join('\n').matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path)

/** Navigation shows these only where the table has their page (`hasPage`, cardholder-nav-items and admin-nav). */
const guarded = new Set(['shell/cardholder-nav-items.ts', 'shell/admin-nav.ts', 'identity/profile-page.tsx'])

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.|^gallery/.test(name) && !guarded.has(name),
)

/** `to="/x"`, `to: '/x'`, `go('/x')`, `to={`/x/${id}`}`: the targets of links and buttons. */
const leads = /\b(?:to|href)(?:=\{?|: )(['"`])(\/[^'"`]*)\1|\bgo(?:To)?\((['"`])(\/[^'"`]*)\3/g

type Lead = { readonly file: string; readonly to: string }
const leadsIn = (file: string, code: string): Lead[] =>
  [...code.matchAll(leads)].map(([, , first, , second]) => ({ file, to: first ?? second ?? '' }))

/** A fixed segment must match the same segment of a path; a computed segment must match a parameter. */
const fits = (to: string) => {
  const segments = (to.split(/[?#]/)[0] ?? '').replace(/(.)\/$/, '$1').split('/')
  return paths.some((path) => {
    const known = path.split('/')
    return (
      known.length === segments.length &&
      known.every(
        (part, at) =>
          part.startsWith(':') === segments[at]?.startsWith('$') &&
          (part.startsWith(':') || part === segments[at]),
      )
    )
  })
}
/** Links that are shown only where the table has their page. */
const isGuarded = (to: string, code: string) => code.includes(`hasPage('${to}')`)
const broken = (all: readonly Lead[]) => all.filter(({ to }) => !fits(to))

test('every link of the code leads to an existing page, and none to a parameter by accident', () => {
  const codes = files.map((file) => [file, readFileSync(join(source, file), 'utf8')] as const)
  const whole = codes.map(([, code]) => code).join('\n')
  const all = codes.flatMap(([file, code]) => leadsIn(file, code)).filter(({ to }) => !isGuarded(to, whole))
  expect(all.length).toBeGreaterThan(60)
  expect(broken(all)).toEqual([])
})

test('such a link is found', () => {
  const code =
    '<A to="/cards/request/more" /> <A to={`/cards/${card.id}`} /> go("/nowhere?x=1") { to: \'/load\' }'
  expect(broken(leadsIn('x', code)).map(({ to }) => to)).toEqual(['/cards/request/more', '/nowhere?x=1'])
})
