import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ListEndpoint } from '@cardamom/contract/list'
import type { AnyList } from '../server/src/kernel/list.ts'

const root = join(import.meta.dirname, '..')

const first = (text: string, pattern: RegExp): string => {
  const [, found] = pattern.exec(text) ?? []
  if (found === undefined) throw new Error(`A list page has no ${pattern.source}`)
  return found
}

type Choice = { readonly _zod: { readonly values?: ReadonlySet<unknown> }; readonly unwrap?: () => Choice }
/** The values of a row's field that has a few; none of another field. */
const valuesOf = ({ list: { row } }: ListEndpoint, name: string): string[] => {
  const field = row.shape[name] as Choice | undefined
  const values = field?.unwrap?.()._zod.values ?? field?._zod.values ?? []
  return [...values].filter((value) => typeof value === 'string')
}

/** Texts that a list page shows of its module, besides those that the page names itself. */
const textsOfPage = (texts: string, declared: ListEndpoint, columns: readonly string[]): string[] => {
  const { list, queryFields, fieldKinds } = declared
  const filters = queryFields.filter(({ name }) => !['sort', 'q', 'from', 'to'].includes(name))
  const names = [
    ...columns,
    ...filters.map(({ name }) => name),
    ...list.sorts.map((sort) => sort.replace('-', '')),
  ]
  const choices = columns.filter((name) => fieldKinds[name] === 'choice')
  return [
    'title',
    'empty.title',
    'empty.body',
    ...(list.search ? ['search'] : []),
    ...names.map((name) => `fields.${name}`),
    ...filters.flatMap(({ name, values }) => (values ?? []).map((value) => `values.${name}.${value}`)),
    ...choices.flatMap((name) => valuesOf(declared, name).map((value) => `values.${name}.${value}`)),
  ].map((key) => `${texts}.${key}`)
}

const textsOfPages = async (): Promise<string[]> => {
  const pages = globSync('web/src/*/*.tsx', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .filter((text) => text.includes('<ListPage'))
  const found = pages.map(async (text) => {
    const name = first(text, /<ListPage\s+list=\{(\w+)\}/)
    const file = first(
      text,
      new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '@cardamom/contract/([\\w/-]+)'`),
    )
    const calls = (await import(join(root, `contract/src/${file}.ts`))) as Record<string, ListEndpoint>
    const columns = [...text.matchAll(/\bname: '(\w+)'/g)].map(([, column = '']) => column)
    return textsOfPage(first(text, /\btexts="(\w+)"/), calls[name]!, columns)
  })
  return (await Promise.all(found)).flat()
}

/** Keys of the texts of a choice's cells. A cell that reads more than its field shows no such text. */
const textsOfCells = ({ declared, csv }: AnyList): string[] =>
  (csv?.columns ?? []).flatMap(({ name, cell }) =>
    valuesOf(declared, name).flatMap((value) => {
      try {
        return [String(cell({ [name]: value } as never, (key) => key))]
      } catch {
        return []
      }
    }),
  )

/** What lists need of higher modules. Texts of lists need no rows, so its functions are not used for any. */
const needs = new Proxy({}, { get: () => () => null })

/** The lists of a file; one that needs something of a higher module is made by a function. */
const listsOf = (exported: Record<string, unknown>): AnyList[] =>
  Object.values(exported).map((each) => {
    const isMaker = typeof each === 'function' && /^create\w+List$/.test(each.name)
    return (isMaker ? (each as (needs: object) => AnyList)(needs) : each) as AnyList
  })

const textsOfFiles = async (): Promise<string[]> => {
  const found = globSync('server/src/*/*.list.ts', { cwd: root }).map(async (file) =>
    listsOf((await import(join(root, file))) as Record<string, unknown>).flatMap((list) =>
      list.csv
        ? [
            `${list.csv.texts}.fileName`,
            ...list.csv.columns.map(({ name }) => `${list.csv?.texts}.fields.${name}`),
            ...textsOfCells(list),
          ]
        : [],
    ),
  )
  return (await Promise.all(found)).flat()
}

/** The full keys of all texts that list pages and the files of lists show by the names of their parts. */
export const findListTexts = async (): Promise<ReadonlySet<string>> =>
  new Set([...(await textsOfPages()), ...(await textsOfFiles())])
