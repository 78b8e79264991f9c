// The health check of a container. Exits with 0 if GET /ready returns 200, otherwise with 1. The port is the first
// argument, or else MON_PORT, or else 3000.
const port = process.argv[2] ?? process.env["MON_PORT"] ?? "3000"

try {
  const { ok } = await fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(4_000) })
  process.exitCode = ok ? 0 : 1
} catch {
  process.exitCode = 1
}
