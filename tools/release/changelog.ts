/** Returns the changes of a version: its section without the heading, and the lines of the changesets. */
export function releaseNotes(changelog: string, version: string, changesets: readonly string[]): string {
  const section = changelog.split(/^## /m).find((text) => text.split('\n', 1)[0] === version)
  if (section === undefined && changesets.length === 0)
    throw new Error(`Version ${version} has no section in CHANGELOG.md and no changesets.`)
  const text = section?.slice(section.indexOf('\n') + 1).trim()
  const lines = changesets.map((changeset) => `- ${changeset.trim()}`).join('\n')
  return `${[text, lines].filter(Boolean).join('\n\n')}\n`
}
