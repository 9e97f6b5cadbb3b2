import tailwind from '@tailwindcss/vite'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** Where the files of the page stand, beside the product's own list. */
export const deviceCheckManifest = '.vite/device-check.json'

/**
 * Builds `/device-check` into the same folder, by itself: no file is shared with the product, so nothing of the product
 * runs on the page where the profiler's script does, and nothing of that page in the product (decision 0004).
 */
export const deviceCheck = (): Plugin => ({
  name: 'cardamom:device-check',
  apply: 'build',
  writeBundle: {
    sequential: true,
    async handler({ dir = '' }) {
      if (this.meta.watchMode) return
      const { target, assetsInlineLimit, modulePreload } = this.environment.config.build
      await build({
        configFile: false,
        root: web,
        logLevel: 'warn',
        plugins: [tailwind()],
        build: {
          target: target === false ? 'esnext' : target,
          assetsInlineLimit,
          modulePreload,
          outDir: dir,
          emptyOutDir: false,
          copyPublicDir: false,
          manifest: deviceCheckManifest,
          rolldownOptions: { input: resolve(web, 'device-check.html') },
        },
      })
    },
  },
})
