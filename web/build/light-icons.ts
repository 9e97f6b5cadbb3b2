import type { Plugin } from 'vite'

/**
 * Removes the React keys from the drawings of icons. Each key is random text that cannot be compressed, and a
 * drawing whose parts never change place needs none: React warns about a missing key only in development, where the
 * keys stay.
 */
export const lightIcons = (): Plugin => ({
  name: 'cardamom:light-icons',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/lucide-react\/.+\/icons\// },
    handler: (code) => ({ code: code.replaceAll(/,\s*key: "[a-z0-9]+"/g, ''), map: null }),
  },
})
