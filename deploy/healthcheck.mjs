// Exits with 0 if the server in this container is ready.
const { ONAIR_OPS_PORT } = process.env
const { ok } = await fetch(`http://127.0.0.1:${ONAIR_OPS_PORT}/readyz`, { signal: AbortSignal.timeout(4_000) })
process.exitCode = ok ? 0 : 1
