import type { Plugin } from 'vite'

const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Tells V8 to compile a whole file while it arrives, beside the page. Else each function stops the page at its first
 * call, and React's first render is little else: a sixth of the main thread's work for home. Others read a comment.
 */
export const compileHints = (): Plugin => ({
  name: 'cardamom:compile-hints',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const one of Object.values(bundle)) {
        if (one.type === 'chunk') one.code = `${hint}${one.code}`
      }
    },
  },
})
