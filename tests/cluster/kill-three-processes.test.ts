import { test } from 'node:test'
import { findTestRedis } from '../support/programs/redis.ts'
import { surviveKills } from './kills/survive-kills.ts'

const redis = await findTestRedis()
const skip = 'missing' in redis && redis.missing
const env = 'missing' in redis ? {} : { ONAIR_REDIS_URL: redis.url, ONAIR_REDIS_PREFIX: redis.prefix }

test(
  'one of three processes killed at each failpoint loses no delivery, and sends each at most four times',
  { skip },
  (t) => surviveKills(t, { isCluster: true, env }),
)
