import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The dashboard as one file for the console templates of Prometheus: a page that queries the Prometheus that serves
 * it. It has no template actions, and the bundle is not minified, because Prometheus parses the scripts of templates.
 */
export async function prometheusConsole(): Promise<string> {
  await using bundle = await rolldown({ input: `${root}tools/dashboard/page/page.ts`, cwd: root })
  const { output } = await bundle.generate({ format: 'iife' })
  const styles = ['packages/styles/tokens.css', 'tools/dashboard/page/page.css'].map((file) =>
    readFileSync(root + file, 'utf8'),
  )
  return readFileSync(`${root}tools/dashboard/page/page.html`, 'utf8')
    .replace('<!-- styles -->', () => `<style>\n${styles.join('')}</style>`)
    .replace('<!-- script -->', () => `<script>\n${output[0].code}</script>`)
}
