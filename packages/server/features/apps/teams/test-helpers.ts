import assert from 'node:assert/strict'
import type { TeamRole } from '@onair/contract'
import type { HttpBrowser } from '../../../../../tests/support/clients/http-browser.ts'

type Person = Pick<HttpBrowser, 'callConsole'>

/** The token of a new invitation of an owner. */
export async function invite(owner: Person, { teamId, role }: { teamId: string; role: TeamRole }): Promise<string> {
  const { status, body } = await owner.callConsole('POST', `/teams/${teamId}/invitations`, { role })
  assert.equal(status, 200, JSON.stringify(body))
  return new URL(body.content.url).hash.slice(1)
}

/** Makes a person a member by an invitation. */
export async function joinTeam(owner: Person, team: { teamId: string; role: TeamRole }, person: Person): Promise<void> {
  const token = await invite(owner, team)
  const { status, body } = await person.callConsole('POST', '/team-invitation/accept', { token })
  assert.equal(status, 200, JSON.stringify(body))
}
