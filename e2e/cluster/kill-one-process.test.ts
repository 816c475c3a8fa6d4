import { test } from 'node:test'
import { surviveKills } from './kills/survive-kills.ts'

test('no notification is lost and none is sent more than four times, when the one process is killed at every point', (t) =>
  surviveKills(t, { isCluster: false, env: {} }))
