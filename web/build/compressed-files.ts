import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Smaller answers fit into one packet without compression. */
const leastBytes = 1024

/**
 * Writes a brotli file of the best level next to each text file. The server sends it as it is, instead of
 * compressing the same bytes for every request (half a second of processor time for the largest file).
 */
export const compressedFiles = (): Plugin => ({
  name: 'cardamom:compressed-files',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    handler({ dir = '' }) {
      if (this.meta.watchMode) return
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(?:js|css|html|svg)$/.test(name)) continue
        const content = readFileSync(join(dir, name))
        if (content.length >= leastBytes) writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content))
      }
    },
  },
})
