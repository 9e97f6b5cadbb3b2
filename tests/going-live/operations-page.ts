import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')

/** The block of docs/operations.md under this marker: the text that an operator copies. */
export const blockOf = (mark: string): string => {
  const block = new RegExp(`<!-- going-live: ${mark} -->\\n\`\`\`\\w+\\n(.*?)\\n\`\`\``, 's').exec(page)?.[1]
  if (block === undefined) throw new Error(`docs/operations.md has no block ${mark}`)
  return block
}

/** Its lines as settings, in order. */
export const documentedSettings = (): Record<string, string> =>
  Object.fromEntries(
    blockOf('settings')
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

/** Names that the page's table of settings explains. */
export const explainedSettings = (): string[] => {
  const table = page.slice(page.indexOf('### Settings'), page.indexOf('## Health'))
  return table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name))
}
