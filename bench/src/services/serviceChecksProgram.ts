import { makeAddressPolicy } from "@mon/public-net"
import { makeServiceProbe, type ServiceProbe } from "@mon/uptime-probe"
import { answer } from "../harness/Child.ts"
import type { Kind } from "./serversProgram.ts"

export interface ServiceChecksAsked {
  readonly kind: Kind
  readonly port: number
  /** The name that checks of a name server ask for. */
  readonly askedName: string
  readonly count: number
  readonly concurrency: number
}

/** The process that checks through `makeServiceProbe` of `@mon/uptime-probe`. */
export type ServiceChecks = {
  /** `rootPem` is trusted besides the default roots. */
  readonly open: (trust: { readonly rootPem: string }) => Promise<void>
  /** Rejects when a check did not find what it should. Returns the elapsed milliseconds. */
  readonly check: (asked: ServiceChecksAsked) => Promise<number>
}

const TIMEOUT_MS = 20_000

/** A check of a service at "host:port". Resolves to whether it found what this kind of server says. */
type Check = (
  probe: ServiceProbe,
  target: string,
  askedName: string
) => Promise<readonly [found: boolean, result: object]>

const checks: Readonly<Record<Kind, Check>> = {
  tcp: async (probe, target) => {
    const result = await probe.tcp({ target, timeoutMs: TIMEOUT_MS })
    return [result.outcome === "ok", result]
  },
  tls: async (probe, target) => {
    const result = await probe.tls({ target, timeoutMs: TIMEOUT_MS })
    return [result.outcome === "ok" && result.certificate?.valid === true, result]
  },
  dns: async (probe, server, name) => {
    const result = await probe.dns({ server, name, type: "A", timeoutMs: TIMEOUT_MS })
    return [result.outcome === "ok" && result.reply?.answers[0]?.data === "192.0.2.1", result]
  },
  redis: async (probe, target) => {
    const result = await probe.protocol({ type: "redis", target, timeoutMs: TIMEOUT_MS })
    return [result.outcome === "ok" && result.found.needsLogin === false, result]
  },
  postgres: async (probe, target) => {
    const result = await probe.protocol({ type: "postgres", target, timeoutMs: TIMEOUT_MS })
    return [result.outcome === "ok" && result.found.authentication === "scram-sha-256", result]
  },
  ssh: async (probe, target) => {
    const result = await probe.protocol({ type: "ssh", target, timeoutMs: TIMEOUT_MS })
    return [result.outcome === "ok" && result.found.hostKeys?.length === 4, result]
  }
}

let probe: ServiceProbe | undefined

answer<ServiceChecks>({
  open: async ({ rootPem }) => {
    probe = makeServiceProbe({
      extraCa: [rootPem],
      policy: makeAddressPolicy({ allow: ["127.0.0.0/8"] }),
      // Every name is resolved from memory: queries to a resolver are not part of this measurement.
      dns: {
        resolveAddresses: async () => ({ status: "ok", addresses: ["127.0.0.1"] }),
        probe: () => Promise.reject(new Error("No resolver is used."))
      }
    })
  },
  check: async ({ askedName, concurrency, count, kind, port }) => {
    const opened = probe
    if (opened === undefined) throw new Error("No probe is open.")
    const target = `localhost:${port}`
    const check = checks[kind]
    const started = performance.now()
    let left = count
    const lane = async () => {
      while (left-- > 0) {
        const [found, result] = await check(opened, target, askedName)
        if (!found) throw new Error(`A check of ${kind} did not succeed: ${JSON.stringify(result)}`)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, lane))
    return performance.now() - started
  }
})
