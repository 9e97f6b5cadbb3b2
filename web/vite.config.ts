import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileHints } from './build/compile-hints.ts'
import { compiledMessages } from './build/compiled-messages.ts'
import { compressedFiles } from './build/compressed-files.ts'
import { contractCalls } from './build/contract-calls.ts'
import { deviceCheck } from './build/device-check.ts'
import { earlyCode } from './build/early-code.ts'
import { lightZod } from './build/light-zod.ts'
import { pageFiles } from './build/page-files.ts'

/** What changes rarely and every page needs: one file that a new version does not fetch again. */
const frame = /node_modules\/(?:react|react-dom|scheduler|@tanstack|use-intl)\//

const kernel = /web\/src\/kernel\/(?!live-stream|sse|country-names|texts-es)/
const parts = [
  'brand-mark|button|card-art|cx|empty-state|list-row|loaded|meter|money|note-box|page-parts|panel',
  'quick|skeleton|spinner|status',
].join('|')
/** The kernel, all calls and the components of nearly every page: one file is smaller than thirty, and fetched once. */
const kit = new RegExp(`${kernel.source}|web/src/ui/(?:${parts})|contract-calls:`)

/** What home, the list of payments and a card's page share. */
const cards =
  /web\/src\/(?:cards\/(?:own-card-art|pause-card)|transactions\/(?:transaction-row|category))|icons\/play\./

/** What lists of payments and a payment's page share. */
const payments =
  /web\/src\/transactions\/(?:decline-text|held-sentence)|\/useInfiniteQuery\.|icons\/(?:download|shapes)\./
/** What most pages but home and login are made of. */
const pageParts = /web\/src\/ui\/(?:page|dialog|choice)\.tsx/

/** The login, also in the place of a page that asks for it. */
const login = /web\/src\/(?:shell\/login-here|access\/(?:login-page|login-refusal|demo-picker|passkey-login))/
/** What some pages need, and so does the login. */
const shared = /web\/src\/(?:ui\/ring|shell\/not-found-page|access\/pending-login)\.tsx?$/
/** Boxes to type in; and what a form is made of, larger than the boxes, which also stand alone. */
const fields = /web\/src\/ui\/(?:field|text-field|password-field)\.tsx$/
const form = /web\/src\/ui\/form(?:-rules)?\.tsx?$|node_modules\/react-hook-form\//

/** `vite build` for the product; `--mode gallery` adds the page that shows every component. */
export default defineConfig({
  resolve: {
    // React has had this hook itself since 18: the shim for older ones is dead weight.
    alias: [
      {
        find: /^use-sync-external-store\/shim\/with-selector(?:\.js)?$/,
        replacement: 'use-sync-external-store/with-selector.js',
      },
      { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' },
    ],
  },
  plugins: [
    compiledMessages(),
    react(),
    tailwind(),
    contractCalls(),
    lightZod(),
    earlyCode(),
    pageFiles(),
    compileHints(),
    deviceCheck(),
    compressedFiles(),
  ],
  build: {
    // light-dark(), oklch() and locks are in all of these.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'catalogue', test: /contract\/src\/permission-tags/, priority: 4 },
            { name: 'frame', test: frame, tags: ['$initial'], priority: 3 },
            { name: 'kit', test: kit, priority: 2 },
            { name: 'shell', tags: ['$initial'], priority: 2 },
            { name: 'cards', test: cards, priority: 2 },
            { name: 'payments', test: payments, priority: 2 },
            { name: 'parts', test: pageParts, priority: 1 },
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 4, priority: 2 },
            { name: 'shared', test: shared, priority: 2 },
            { name: 'fields', test: fields, priority: 2 },
            { name: 'form', test: form, priority: 2 },
            {
              name: 'step-up',
              test: /access\/step-up\/(?:provider|ceremony-text|step-up-failure)\.ts/,
              priority: 2,
            },
            { name: 'toasts', test: /node_modules\/react-toastify\/|ui\/toast-container/, priority: 2 },
            { name: 'login', test: login, priority: 1 },
          ],
        },
      },
    },
  },
})
