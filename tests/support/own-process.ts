import { afterAll, vi } from 'vitest'

// The unit files of a worker share its process. What one of them makes of it ends with it: the next finds our modules
// unloaded, and globals and variables as they were.
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
