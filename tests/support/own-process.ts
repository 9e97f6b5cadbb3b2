import { afterAll, vi } from 'vitest'

// The unit test files of a worker share its process. Changes of one file end with it: our modules are
// unloaded, and globals and variables are restored for the next.
vi.resetModules()
const globals = Object.getOwnPropertyDescriptors(globalThis)
const variables = { ...process.env }

afterAll(() => {
  for (const name of Reflect.ownKeys(globalThis)) {
    if (!Object.hasOwn(globals, name)) Reflect.deleteProperty(globalThis, name)
  }
  Object.defineProperties(globalThis, globals)
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name]
  Object.assign(process.env, variables)
})
