import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * A module with the tests of several files, for one process. They are in a suite: with `--test-force-exit` the process ends
 * after the tests that it knows, although a file may still wait for a promise at its top level.
 */
export function testGroup(files: readonly string[], setUp: readonly string[] = []): string {
  return [
    "import { describe } from 'node:test'",
    ...setUp.map((file) => `import ${urlOf(file)}`),
    `describe(${JSON.stringify([...new Set([files[0], files.at(-1)])].join(' to '))}, async () => {`,
    ...files.map((file) => `  await import(${urlOf(file)})`),
    '})\n',
  ].join('\n')
}

function urlOf(file: string): string {
  return JSON.stringify(pathToFileURL(resolve(file)).href)
}
