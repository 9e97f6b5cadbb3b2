import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileHints } from './build/compile-hints.ts'
import { common, iconsName } from './build/common-code.ts'
import { compiledMessages } from './build/compiled-messages.ts'
import { compressedFiles } from './build/compressed-files.ts'
import { contractCalls } from './build/contract-calls.ts'
import { deviceCheck } from './build/device-check.ts'
import { earlyCode } from './build/early-code.ts'
import { lightIcons } from './build/light-icons.ts'
import { lightZod } from './build/light-zod.ts'
import { pageFiles } from './build/page-files.ts'

/** Code that rarely changes and that every page needs, in one file that browsers cache across versions. */
const frame = /node_modules\/(?:react|react-dom|scheduler|@tanstack|use-intl)\//

/** Kernel code of few pages, which loads with them. */
const ofFewPages = [
  'live-stream|sse|country-names|texts-es|admin-texts|weekdays|conflict|save-file',
  'browser-zone|months',
].join('|')
const kernel = new RegExp(`web/src/kernel/(?!${ofFewPages})`)
const parts = [
  'brand-mark|button|card-art|cx|empty-state|list-row|loaded|meter|money|note-box|page-parts|panel',
  'quick|skeleton|spinner|status',
].join('|')
/** Calls of few pages, which load with them. */
const callsOfFewPages = [
  'access/(?:device-profiling|impersonations|magic-links|step-up-operations|step-up-shown|users)',
  'cards/card-freezes|deposits|identity/email-changes|reports|sellers|settlements|shares/|transfers/|wallets/|withdrawals',
].join('|')
/** The kernel, the calls and the components of nearly every page. One file is smaller than thirty, and is fetched once. */
const kit = new RegExp(`${kernel.source}|web/src/ui/(?:${parts})|contract-calls:(?!${callsOfFewPages})`)

/** Code that the home page, the list of payments and the page of a card share. */
const cards =
  /web\/src\/(?:cards\/(?:own-card-art|pause-card)|transactions\/(?:transaction-row|category))|icons\/play\./

/** Code that lists of payments and the page of a payment share. */
const payments =
  /web\/src\/transactions\/(?:decline-text|held-sentence)|\/useInfiniteQuery\.|icons\/(?:download|shapes)\./
/** Code of most pages except home and login. */
const pageParts = /web\/src\/ui\/(?:page|dialog|choice)\.tsx/

/** The login, which is also shown instead of a page that needs a session. */
const login = /web\/src\/(?:shell\/login-here|access\/(?:login-page|login-refusal|demo-picker|passkey-login))/
/** Code that the login and some other pages share. */
const shared = /web\/src\/(?:ui\/ring|shell\/not-found-page|access\/pending-login)\.tsx?$/
/**
 * `fields` has the input boxes, which some pages use without a form. `form` has the form itself, which is
 * larger.
 */
const fields = /web\/src\/ui\/(?:field|text-field|password-field)\.tsx$/
const form = /web\/src\/ui\/form(?:-rules)?\.tsx?$|node_modules\/react-hook-form\//

/** The pages of admins and the list of their texts. */
const adminTables = /web\/src\/(?:admin-routes|kernel\/admin-texts)\./

/** `vite build` for the product; `--mode gallery` adds the page that shows every component. */
export default defineConfig({
  resolve: {
    // React has this hook since version 18, so the shim for older versions is left out.
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
    lightIcons(),
    earlyCode(),
    pageFiles(),
    compileHints(),
    deviceCheck(),
    compressedFiles(),
  ],
  build: {
    // All of these have light-dark(), oklch() and locks.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        // Seven characters are enough to tell builds apart, and each page's list of files is shorter.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'catalogue', test: /contract\/src\/permission-tags/, priority: 4 },
            { name: 'frame', test: frame, tags: ['$initial'], priority: 3 },
            { name: common('kit'), test: kit, priority: 2 },
            { name: 'shell', tags: ['$initial'], priority: 2 },
            { name: common('cards'), test: cards, priority: 2 },
            { name: common('payments'), test: payments, priority: 2 },
            { name: common('parts'), test: pageParts, priority: 1 },
            { name: iconsName, test: /node_modules\/lucide-react\//, priority: 2 },
            { name: common('shared'), test: shared, priority: 2 },
            { name: common('fields'), test: fields, priority: 2 },
            { name: common('form'), test: form, priority: 2 },
            {
              name: common('step-up'),
              test: /access\/step-up\/(?:provider|ceremony-text|step-up-failure)\.ts/,
              priority: 2,
            },
            {
              name: common('toasts'),
              test: /node_modules\/react-toastify\/|ui\/toast-container/,
              priority: 2,
            },
            { name: common('login'), test: login, priority: 1 },
            { name: 'admin-routes', test: adminTables, priority: 0 },
          ],
        },
      },
    },
  },
})
