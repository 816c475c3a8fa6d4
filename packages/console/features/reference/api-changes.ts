const kinds = {
  Added: 'added',
  Changed: 'changed',
  Fixed: 'fixed',
  Removed: 'removed',
  추가: 'added',
  변경: 'changed',
  수정: 'fixed',
  제거: 'removed',
} as const
export type ChangeKind = (typeof kinds)[keyof typeof kinds]

/** A change of the API: what it concerns, and what is different. */
export type ApiChange = { kind: ChangeKind; topic: string; text: string }
/** The changes of a day, and the version that has them. */
export type ApiDay = { version: string; date: string; changes: ApiChange[] }

/** The changes under "Open API" of each version of CHANGELOG.md by day, newest first. */
export function apiChanges(changelog: string): ApiDay[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const version = firstLine(section)
      const [, days = ''] = /^### Open API\n([^]*?)(?=^### |$(?![^]))/m.exec(section) ?? []
      return days
        .split(/^#### /m)
        .slice(1)
        .map((day) => ({ version, date: firstLine(day), changes: changesIn(day) }))
    })
}

function firstLine(text: string): string {
  return (text.split('\n', 1)[0] ?? '').trim()
}

/** Each item begins with its kind and its topic: `- **Added**, Chat: …` */
function changesIn(day: string): ApiChange[] {
  return [...day.matchAll(/^- \*\*(.+?)\*\*, (.+?): (.+)$/gm)].flatMap(([, kind = '', topic = '', text = '']) =>
    isKind(kind) ? [{ kind: kinds[kind], topic, text: withoutLinks(text) }] : [],
  )
}

function isKind(name: string): name is keyof typeof kinds {
  return name in kinds
}

/** Without emphasis and link targets, which would need a renderer. */
function withoutLinks(item: string): string {
  return item.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll(/\b_([^_]+)_\b/g, '$1')
}
