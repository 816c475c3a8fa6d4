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
export type ApiVersion = { version: string; changes: ApiChange[] }

/** The changes of each version in docs/api/changes.md, newest first. A line is `- **Added**, Chat: …`. */
export function apiChanges(page: string): ApiVersion[] {
  return page
    .split(/^## /m)
    .slice(1)
    .map((section) => ({ version: section.split('\n', 1)[0]!.trim(), changes: changesIn(section) }))
}

function changesIn(section: string): ApiChange[] {
  return [...section.matchAll(/^- \*\*(.+?)\*\*, (.+?): (.+)$/gm)].flatMap(([, kind = '', topic = '', text = '']) =>
    isKind(kind) ? [{ kind: kinds[kind], topic, text }] : [],
  )
}

function isKind(name: string): name is keyof typeof kinds {
  return name in kinds
}
