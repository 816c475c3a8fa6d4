import { test } from 'node:test'
import { surviveDatabaseKills } from './kills/survive-database-kills.ts'

test('a program whose embedded database, or both, are killed loses no delivery, and sends each at most four times', (t) =>
  surviveDatabaseKills(t))
