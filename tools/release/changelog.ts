/** The section of a version, without its heading; that of unreleased changes while the version has none. */
export function changelogSection(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1)
  const section = [version, 'Unreleased']
    .map((name) => sections.find((text) => nameOf(text) === name))
    .find((text) => text !== undefined)
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}.`)
  return `${section.slice(section.indexOf('\n') + 1).trim()}\n`
}

function nameOf(section: string): string | undefined {
  return /^\[?([^\]\s]+)/.exec(section)?.[1]
}
