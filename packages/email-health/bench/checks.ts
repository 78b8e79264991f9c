// Measures whole checks of 500 domains, 32 at a time, against NSD on loopback, and compares them with node:dns. Prints
// the lost answers, and the checks and queries per second. Usage: node --conditions=@mon/source bench/checks.ts
// [rounds] [domains]
import { DnsResolver, makeNodeResolver, makeUdpResolver, type Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { EmailHealth } from "../src/EmailHealth.ts"
import { nsdPath, startNsd } from "../test/nsd.ts"
import { healthy, LISTS } from "../test/zones.ts"

const COUNT = Number(process.argv[3] ?? 500)
const CONCURRENCY = 32
const ROUNDS = Number(process.argv[2] ?? 5)

const path = nsdPath()
if (path === null) throw new Error("NSD is not installed.")
const domains = Array.from({ length: COUNT }, (_, index) => `d${index}.example.com`)
const nsd = await startNsd(path, { ...Object.assign({}, ...domains.map((domain) => healthy(domain))), ...LISTS })

const measure = (name: string, resolver: Effect.Effect<Resolver, never, never>) =>
  Effect.gen(function* () {
    const service = yield* EmailHealth
    const began = performance.now()
    const cpu = process.cpuUsage()
    const reports = yield* Effect.forEach(domains, (domain) => service.check(domain, { fresh: true }), {
      concurrency: CONCURRENCY
    })
    const seconds = (performance.now() - began) / 1000
    const { user, system } = process.cpuUsage(cpu)
    const lost = reports.reduce(
      (sum, { findings }) => sum + findings.filter(({ code }) => code.endsWith("_unanswered")).length,
      0
    )
    const queries = reports.reduce((sum, report) => sum + report.queries, 0)
    console.log(
      `${name.padEnd(8)} lost ${lost}, checks/s ${(COUNT / seconds).toFixed(0)}, questions/s ${(queries / seconds).toFixed(0)}, CPU ms/check ${((user + system) / 1000 / COUNT).toFixed(2)}`
    )
    return lost
  }).pipe(Effect.provide(EmailHealth.layerNoDeps().pipe(Layer.provide(Layer.effect(DnsResolver, resolver)))))

const servers = [nsd.address]
let lost = 0
for (let round = 0; round < ROUNDS; round++) {
  lost += await Effect.runPromise(
    Effect.scoped(Effect.flatMap(makeUdpResolver({ servers }), (resolver) => measure("udp", Effect.succeed(resolver))))
  )
  await Effect.runPromise(
    measure(
      "node:dns",
      Effect.sync(() => makeNodeResolver({ servers }))
    )
  )
}
await nsd.close()
process.exitCode = lost === 0 ? 0 : 1
