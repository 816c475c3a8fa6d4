/** The changes under "Open API" of each version of CHANGELOG.md, newest first. */
export function apiChanges(changelog: string): { version: string; changes: string[] }[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [, list = ''] = /^### Open API\n([^]*?)(?=^### |$(?![^]))/m.exec(section) ?? []
      return { version: (section.split('\n', 1)[0] ?? '').trim(), changes: listItems(list) }
    })
    .filter(({ changes }) => changes.length > 0)
}

/** Without emphasis and link targets, which would need a renderer. */
function listItems(list: string): string[] {
  return [...list.matchAll(/^- (.+)$/gm)].map(([, item = '']) =>
    item.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll(/\b_([^_]+)_\b/g, '$1'),
  )
}
