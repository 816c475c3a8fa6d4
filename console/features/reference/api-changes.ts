/** A version of the API. `changes` are by topic, in the order of the changelog. */
export type ApiVersion = { version: string; topics: { name: string; changes: string[] }[] }

/** The changes under "Open API" of each version of CHANGELOG.md, newest first. */
export function apiChanges(changelog: string): ApiVersion[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [, list = ''] = /^### Open API\n([^]*?)(?=^### |$(?![^]))/m.exec(section) ?? []
      return { version: (section.split('\n', 1)[0] ?? '').trim(), topics: byTopic(list) }
    })
    .filter(({ topics }) => topics.length > 0)
}

/** Each item begins with its topic: `- **Chat**: …` */
function byTopic(list: string): ApiVersion['topics'] {
  const topics = new Map<string, string[]>()
  for (const [, name = '', item = ''] of list.matchAll(/^- \*\*(.+?)\*\*: (.+)$/gm))
    topics.set(name, [...(topics.get(name) ?? []), withoutLinks(item)])
  return [...topics].map(([name, changes]) => ({ name, changes }))
}

/** Without emphasis and link targets, which would need a renderer. */
function withoutLinks(item: string): string {
  return item.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll(/\b_([^_]+)_\b/g, '$1')
}
