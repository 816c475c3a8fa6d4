import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
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
  memberChannelId: 'viewer',
  managerRole: null,
  restrictedAt: null,
  temporarilyRestrictedUntil: null,
}

describe('restriction rules', () => {
  test('a viewer can be restricted once and released once', () => {
    assert.equal(refusalToRestrict(viewer), null)
    assert.equal(refusalToRestrict({ ...viewer, restrictedAt: 1 }), 'ALREADY_RESTRICTED')
    assert.equal(refusalToRelease({ ...viewer, restrictedAt: 1 }), null)
    assert.equal(refusalToRelease(viewer), 'NOT_RESTRICTED')
  })

  test('a temporary restriction is active until its end, and can then be repeated', () => {
    const viewerUntil = (temporarilyRestrictedUntil: number) => ({ ...viewer, temporarilyRestrictedUntil })
    assert.equal(refusalToRestrictTemporarily(viewer, now), null)
    assert.equal(refusalToRestrictTemporarily(viewerUntil(now + 1), now), 'ALREADY_TEMPORARILY_RESTRICTED')
    assert.equal(refusalToRestrictTemporarily(viewerUntil(now), now), null)
    assert.equal(refusalToReleaseTemporarily(viewerUntil(now + 1), now), null)
    assert.equal(refusalToReleaseTemporarily(viewerUntil(now), now), 'NOT_TEMPORARILY_RESTRICTED')
    assert.equal(refusalToReleaseTemporarily(viewer, now), 'NOT_TEMPORARILY_RESTRICTED')
  })

  test('the two kinds of restriction are independent', () => {
    assert.equal(refusalToRestrictTemporarily({ ...viewer, restrictedAt: 1 }, now), null)
    assert.equal(refusalToRestrict({ ...viewer, temporarilyRestrictedUntil: now + 1 }), null)
  })

  test('refuses the streamer, channel managers, chat managers and unknown users', () => {
    for (const [target, refusal] of [
      [null, 'NO_SUCH_USER'],
      [{ ...viewer, memberChannelId: 'streamer' }, 'IS_STREAMER'],
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

  test('a person who became a manager later can still be released', () => {
    const manager = { ...viewer, managerRole: 'STREAMING_CHAT_MANAGER' }
    assert.equal(refusalToRelease({ ...manager, restrictedAt: 1 }), null)
    assert.equal(refusalToReleaseTemporarily({ ...manager, temporarilyRestrictedUntil: now + 1 }, now), null)
  })
})
