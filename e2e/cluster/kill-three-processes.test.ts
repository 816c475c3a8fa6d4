import { test } from 'node:test'
import { findTestRedis } from '../../server/test/redis.ts'
import { surviveKills } from './kills/survive-kills.ts'

const redis = await findTestRedis()
const skip = 'missing' in redis && redis.missing
const env = 'missing' in redis ? {} : { REDIS_URL: redis.url, REDIS_PREFIX: redis.prefix }

test(
  'no notification is lost and none is sent more than four times, when one of three processes is killed at every point',
  { skip },
  (t) => surviveKills(t, { isCluster: true, env }),
)
