export * from './audit.ts'
export * from './people.ts'
export * from './roles.ts'
export * from './site.ts'
