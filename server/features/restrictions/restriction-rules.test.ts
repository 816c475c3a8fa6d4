import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  refusalToRelease,
  refusalToReleaseTemporarily,
  refusalToRestrict,
  refusalToRestrictTemporarily,
  type RestrictionTarget,
} from './restriction-rules.ts'

const now = 1_000_000
const viewer: RestrictionTarget = {
  channelId: 'streamer',
  senderChannelId: 'viewer',
  managerRole: null,
  restrictedAt: null,
  temporarilyUntil: null,
}

test('a viewer may be restricted once, and released once', () => {
  assert.equal(refusalToRestrict(viewer), null)
  assert.equal(refusalToRestrict({ ...viewer, restrictedAt: 1 }), 'ALREADY_RESTRICTED')
  assert.equal(refusalToRelease({ ...viewer, restrictedAt: 1 }), null)
  assert.equal(refusalToRelease(viewer), 'NOT_RESTRICTED')
})

test('a temporary restriction holds until its end, and may then be made again', () => {
  const viewerUntil = (temporarilyUntil: number) => ({ ...viewer, temporarilyUntil })
  assert.equal(refusalToRestrictTemporarily(viewer, now), null)
  assert.equal(refusalToRestrictTemporarily(viewerUntil(now + 1), now), 'ALREADY_TEMPORARILY_RESTRICTED')
  assert.equal(refusalToRestrictTemporarily(viewerUntil(now), now), null)
  assert.equal(refusalToReleaseTemporarily(viewerUntil(now + 1), now), null)
  assert.equal(refusalToReleaseTemporarily(viewerUntil(now), now), 'NOT_TEMPORARILY_RESTRICTED')
  assert.equal(refusalToReleaseTemporarily(viewer, now), 'NOT_TEMPORARILY_RESTRICTED')
})

test('the two kinds do not stand in for each other', () => {
  assert.equal(refusalToRestrictTemporarily({ ...viewer, restrictedAt: 1 }, now), null)
  assert.equal(refusalToRestrict({ ...viewer, temporarilyUntil: now + 1 }), null)
})

test('nobody restricts the streamer, a channel manager, a chat manager or someone who does not exist', () => {
  for (const [target, refusal] of [
    [null, 'NO_SUCH_USER'],
    [{ ...viewer, senderChannelId: 'streamer' }, 'IS_STREAMER'],
    [{ ...viewer, managerRole: 'STREAMING_CHANNEL_MANAGER' }, 'IS_MANAGER'],
    [{ ...viewer, managerRole: 'STREAMING_CHAT_MANAGER' }, 'IS_MANAGER'],
    [{ ...viewer, managerRole: 'STREAMING_SETTLEMENT_MANAGER' }, null],
  ] as const) {
    assert.equal(refusalToRestrict(target), refusal)
    assert.equal(refusalToRestrictTemporarily(target, now), refusal)
  }
  assert.equal(refusalToRelease(null), 'NO_SUCH_USER')
  assert.equal(refusalToReleaseTemporarily(null, now), 'NO_SUCH_USER')
})

test('who became a manager afterwards can be released all the same', () => {
  const manager = { ...viewer, managerRole: 'STREAMING_CHAT_MANAGER' }
  assert.equal(refusalToRelease({ ...manager, restrictedAt: 1 }), null)
  assert.equal(refusalToReleaseTemporarily({ ...manager, temporarilyUntil: now + 1 }, now), null)
})
