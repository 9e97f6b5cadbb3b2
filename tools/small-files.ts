import { dirname, join, posix } from 'node:path'
import type { Source } from './syntax-tree.ts'

/*
 * A file of fewer than 20 lines that is imported only by one file of its own folder should be part of that
 * file (architecture §5), unless it is a boundary.
 */

const fewestLines = 20
/** File endings that name a part of a module, and calls that the build reads. Adapters implement a port. */
const byEnding = /[.-](routes|list|sql|jobs|reads|step-up)\.ts$|\/(\w+-)?port\.ts$/
/** One catalogue of texts for each module, and what tests share. */
const elsewhere = /^contract\/src\/messages\/|\/tests\/|\/test-[\w-]+\.ts$|test-kit/
const isTest = (path: string) => /\.test\.tsx?$/.test(path)

type Import = { readonly by: string; readonly of: string; readonly isPlain: boolean }
/** `isPlain`: names are imported. A lazy import, or an import for its effect, needs a separate file. */
const importsOf = ({ path, text }: Source): Import[] =>
  [...text.matchAll(/(\bfrom\s+|\bimport\s+|\bimport\(\s*|new URL\(\s*)'([^']+)'/g)].flatMap(
    ([, how = '', name = '']) => {
      const of = name.startsWith('@cardamom/contract/')
        ? `contract/src/${name.slice('@cardamom/contract/'.length)}.ts`
        : posix.normalize(join(dirname(path), name))
      return [{ by: path, of, isPlain: how.trim() === 'from' }]
    },
  )

/** Small files that only one file of their folder imports, besides tests. */
export const smallFiles = (files: readonly Source[]): string[] => {
  const imports = files.filter(({ path }) => !isTest(path)).flatMap(importsOf)
  const readers = Map.groupBy(imports, ({ of }) => of)
  return files.flatMap(({ path, text }) => {
    const isSmall = text.split('\n').length - 1 < fewestLines
    if (!isSmall || isTest(path) || byEnding.test(path) || elsewhere.test(path)) return []
    const found = readers.get(path) ?? []
    const [reader, ...others] = new Set(found.map(({ by }) => by))
    const isAlone = reader !== undefined && others.length === 0 && found.every(({ isPlain }) => isPlain)
    return isAlone && dirname(reader) === dirname(path) ? [`${path}: read by ${reader} alone`] : []
  })
}
