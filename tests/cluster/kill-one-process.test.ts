import { test } from 'node:test'
import { surviveKills } from './kills/survive-kills.ts'

test('one process killed at each failpoint loses no delivery, and sends each at most four times', (t) =>
  surviveKills(t, { isCluster: false, env: {} }))
