import { anvilBinary, startAnvil } from './anvil-process.ts'
import type { Engine, EngineName, EngineOptions } from './engine.ts'

/** anvil wherever it is installed: the JavaScript node is for the platforms that it does not come to. */
export const installedEngine = (): EngineName => (anvilBinary() ? 'anvil' : 'js')

const startJs = async ({ genesisSeconds }: EngineOptions): Promise<Engine> => {
  // Loaded where it is used: most machines never need it.
  const { startJsNode } = await import('./js-node/js-node.ts')
  const rpc = await startJsNode({ genesisSeconds })
  const { promise: ended, resolve } = Promise.withResolvers<string>()
  return { rpc, pid: process.pid, ended, kill: async () => resolve('') }
}

export const startEngine = (name: EngineName, options: EngineOptions): Promise<Engine> =>
  name === 'anvil' ? startAnvil(options) : startJs(options)
