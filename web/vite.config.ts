import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compiledMessages } from './build/compiled-messages.ts'
import { contractCalls } from './build/contract-calls.ts'
import { lightZod } from './build/light-zod.ts'

/** What changes rarely and every page needs: one file that a new version does not fetch again. */
const frame = /node_modules\/(?:react|react-dom|scheduler|@tanstack|use-intl|seroval|seroval-plugins)\//

/** `vite build` for the product; `--mode gallery` adds the page that shows every component. */
export default defineConfig({
  plugins: [compiledMessages(), react(), tailwind(), contractCalls(), lightZod()],
  build: {
    // light-dark(), oklch() and locks are in all of these.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'frame', test: frame }] } },
    },
  },
})
