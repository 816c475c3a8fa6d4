/**
 * Deletes the variables from which the database driver takes what a connection does not say, such as PGSSLMODE and
 * PGOPTIONS. Those of a shell are meant for the database of another program. The driver reads some of them while it is
 * loaded, so this module must not import it.
 */
export function deleteDriverVariables(env: Record<string, string | undefined>): void {
  for (const name of Object.keys(env)) if (/^(?:PG|NODE_PG_)/.test(name)) delete env[name]
}
