import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  // The API puts a new nonce in its place for each answer.
  html: { cspNonce: '__NONCE__' },
  build: { target: 'es2024', assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
})
