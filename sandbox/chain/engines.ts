import { anvilBinary, startAnvil } from './anvil-process.ts'
import type { Engine, EngineName, EngineOptions } from './engine.ts'

/** anvil where it is installed; the JavaScript node for the platforms that anvil does not support. */
export const installedEngine = (): EngineName => (anvilBinary() ? 'anvil' : 'js')

const startJs = async ({ genesisSeconds }: EngineOptions): Promise<Engine> => {
  // Loaded only when used, because most machines never need it.
  const { startJsNode } = await import('./js-node/js-node.ts')
  const rpc = await startJsNode({ genesisSeconds })
  const { promise: ended, resolve } = Promise.withResolvers<string>()
  return { rpc, pid: process.pid, ended, kill: async () => resolve('') }
}

export const startEngine = (name: EngineName, options: EngineOptions): Promise<Engine> =>
  name === 'anvil' ? startAnvil(options) : startJs(options)
