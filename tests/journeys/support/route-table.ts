import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every path of the web's route table: each new page must be tried here. */
export const routePaths = (): readonly string[] => {
  const table = readFileSync(join(import.meta.dirname, '../../../web/src/routes.tsx'), 'utf8')
  return [...table.matchAll(/path: '([^']+)'/g)].map(([, path]) => path ?? '').toSorted()
}
