import { dirname, join, posix } from 'node:path'
import type { Source } from './syntax-tree.ts'

/*
 * A file of fewer than 20 lines that only one file of its own folder imports is read in two places for nothing
 * (architecture §5). It stands alone where it is a boundary.
 */

const fewestLines = 20
/** Files whose ending says what a module has, and calls that the build reads. A port is what adapters implement. */
const byEnding = /[.-](routes|list|sql|jobs|reads)\.ts$|\/(\w+-)?port\.ts$/
/** One catalogue of texts for each module, and what tests share. */
const elsewhere = /^contract\/src\/messages\/|\/tests\/|\/test-[\w-]+\.ts$|test-kit/
const isTest = (path: string) => /\.test\.tsx?$/.test(path)

type Import = { readonly by: string; readonly of: string; readonly isPlain: boolean }
/** `isPlain`: names are imported. A lazy import and one for its effect make a file of their own necessary. */
const importsOf = ({ path, text }: Source): Import[] =>
  [...text.matchAll(/(\bfrom\s+|\bimport\s+|\bimport\(\s*|new URL\(\s*)'([^']+)'/g)].flatMap(
    ([, how = '', name = '']) => {
      const of = name.startsWith('@cardamom/contract/')
        ? `contract/src/${name.slice('@cardamom/contract/'.length)}.ts`
        : posix.normalize(join(dirname(path), name))
      return [{ by: path, of, isPlain: how.trim() === 'from' }]
    },
  )

/** Small files with a single reader that is beside them. */
export const smallFiles = (files: readonly Source[]): string[] => {
  const readers = Map.groupBy(files.flatMap(importsOf), ({ of }) => of)
  return files.flatMap(({ path, text }) => {
    const isSmall = text.split('\n').length - 1 < fewestLines
    if (!isSmall || isTest(path) || byEnding.test(path) || elsewhere.test(path)) return []
    const found = readers.get(path) ?? []
    const [reader, ...others] = new Set(found.map(({ by }) => by))
    const isAlone = reader !== undefined && others.length === 0 && found.every(({ isPlain }) => isPlain)
    return isAlone && dirname(reader) === dirname(path) ? [`${path}: read by ${reader} alone`] : []
  })
}
