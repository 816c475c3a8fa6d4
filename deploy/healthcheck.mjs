// Exits with 0 if this container's server answers.
await fetch(`http://127.0.0.1:${process.env.PORT ?? 4747}/`, { redirect: 'manual', signal: AbortSignal.timeout(4_000) })
