import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { contractCalls } from './contract-calls.ts'

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const assetName = 'early.js'

/** Bundles all code into one script without imports, so that it can run inline. */
const codeOf = async (target: string | string[]): Promise<string> => {
  const built = (await build({
    configFile: false,
    root: web,
    logLevel: 'warn',
    plugins: [contractCalls()],
    build: {
      target,
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: resolve(web, 'src/early.ts'), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput
  const [file, more] = built.output
  if (more !== undefined) throw new Error('src/early.ts is more than one file')
  return file.code
}

/** Builds the first code of every page (src/early.ts) into its own file, and adds it to the head. */
export const earlyCode = (): Plugin => ({
  name: 'cardamom:early-code',
  apply: 'build',
  async buildStart() {
    const { target } = this.environment.config.build
    const source = await codeOf(target === false ? 'esnext' : target)
    this.emitFile({ type: 'asset', name: assetName, source })
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const early = Object.values(bundle).find((one) => one.type === 'asset' && one.names.includes(assetName))
      if (early === undefined) throw new Error('src/early.ts was not built')
      return html.replace('<!--facts-->', `<!--facts--><script src="/${early.fileName}"></script>`)
    },
  },
})
