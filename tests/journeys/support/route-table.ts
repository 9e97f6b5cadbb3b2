import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const source = join(import.meta.dirname, '../../../web/src')

/** Every path of the web's route tables: each new page must be tried here. */
export const routePaths = (): readonly string[] => {
  const tables = ['routes.tsx', 'admin-routes.tsx'].map((file) => readFileSync(join(source, file), 'utf8'))
  return [...tables.join('\n').matchAll(/path: '([^']+)'/g)].map(([, path]) => path ?? '').toSorted()
}
