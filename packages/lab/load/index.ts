export { countAccounts, createAccounts, readAccounts, type CreateCaller, type LoadAccount } from './accounts.ts'
export { countPrinter, runLoad, type LoadReport } from './run-load.ts'
