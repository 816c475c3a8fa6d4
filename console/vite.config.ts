import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  // The server replaces it by a new nonce in each response.
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2024',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { chunkFileNames } },
  },
})

/** Files with strings carry their language: `assets/strings-ko-watch-<hash>.js`. */
function chunkFileNames({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const [, language] = /\/locales\/(\w+)\/\w+\.ts$/.exec(facadeModuleId ?? '') ?? []
  return `assets/${language === undefined ? '' : `strings-${language}-`}[name]-[hash].js`
}
