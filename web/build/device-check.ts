import tailwind from '@tailwindcss/vite'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** Manifest of the device-check page, separate from the product's own. */
export const deviceCheckManifest = '.vite/device-check.json'

/**
 * Builds `/device-check` separately into the same folder. No file is shared with the product: no code of the
 * product runs on the page of the profiler's script, and no code of that page runs in the product (decision
 * 0004).
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
