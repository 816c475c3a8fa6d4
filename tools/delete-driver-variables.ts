import { deleteDriverVariables } from '@onair/server/infra/db/driver-variables.ts'

// Imported first by programs that import the driver.
deleteDriverVariables(process.env)
