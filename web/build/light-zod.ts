import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const unused = /\/zod\/v4\/core\/(?:json-schema-(?:processors|generator)|to-json-schema|doc|compile)\.js/
const english = /\/zod\/v4\/locales\/en\.js/

const exportsOf = (source: string): string[] =>
  [...source.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name ?? '')

/**
 * Removes the parts of zod that the browser never uses: JSON schemas (the server writes the API page),
 * compiled parsers (they need `eval`, see kernel/no-eval.ts) and English sentences (texts come from the
 * contract's `fieldErrorMap`). This saves a quarter of its size on every page with a form.
 */
export const lightZod = (): Plugin => ({
  name: 'cardamom:light-zod',
  enforce: 'pre',
  apply: 'build',
  load: {
    filter: { id: [unused, english] },
    handler(id) {
      if (english.test(id)) return `export default () => ({ localeError: () => 'invalid' })`
      const names = exportsOf(readFileSync(id.split('?')[0] ?? id, 'utf8'))
      return `const none = () => undefined\n${names.map((name) => `export const ${name} = none`).join('\n')}`
    },
  },
})
