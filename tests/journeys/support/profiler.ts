import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext } from '@playwright/test'
import { serviceUrl } from './sandbox-services.ts'

const operator = join(import.meta.dirname, '../../../server/src/operate.ts')

/** Switches device profiling as an operator does. */
export const switchProfiling = async (slug: string, to: 'on' | 'off'): Promise<void> => {
  const env = { ...process.env, DATA_DIR: dirname(process.env['CARDAMOM_SERVICES'] ?? '') }
  await promisify(execFile)(process.execPath, [operator, 'profiling', slug, to], { env })
}

/**
 * Requests of a browser to the profiler from now on, and the policies of the documents that the browser gets.
 */
export const watchProfiler = (context: BrowserContext) => {
  const profiler = serviceUrl('profiler')
  let requests: string[] = []
  const policies = new Map<string, string>()
  context.on('request', (request) => {
    if (request.url().startsWith(profiler)) requests.push(new URL(request.url()).pathname)
  })
  context.on('response', (response) => {
    if (response.request().resourceType() !== 'document' || response.url().startsWith(profiler)) return
    const policy = response.headers()['content-security-policy']
    if (policy !== undefined) policies.set(new URL(response.url()).pathname, policy)
  })
  return {
    /** Paths since the last call, sorted, because the browser may order requests as it likes. */
    requests: (): string[] => {
      const now = requests.toSorted()
      requests = []
      return now
    },
    /** Pages that the profiler may run on. */
    openTo: (): string[] => [...policies].filter(([, text]) => text.includes(profiler)).map(([path]) => path),
    pages: (): string[] => [...policies.keys()],
  }
}

/** The id of the library's last profile that this browser stores. */
export const profilingId = async (context: BrowserContext): Promise<string | undefined> =>
  (await context.cookies()).find(({ name }) => name === '__as_pid')?.value
