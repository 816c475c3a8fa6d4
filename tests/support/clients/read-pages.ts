import type { SandboxApp } from '../apps/sandbox-app.ts'

/** The ids of all pages of a list of the sandbox API, in order. */
export async function readPages(testApp: SandboxApp, path: string, idField: string): Promise<string[]> {
  const ids: string[] = []
  for (let next: string | null = ''; next !== null;) {
    const list = await testApp.sandbox('GET', `${path}${next === '' ? '' : `&next=${next}`}`)
    ids.push(...list.data.map((item: Record<string, string>) => item[idField]))
    next = list.page.next
  }
  return ids
}
