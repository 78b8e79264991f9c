import { makeNodeClient } from "@mon/dns"
import { makeAddressPolicy } from "@mon/public-net"
import { expect } from "vitest"
import { parse } from "yaml"
import { toPorts } from "../src/probe/ProbePorts.ts"
import { type Configuration, type ProbeServer, startProbeServer } from "../src/serve/probeServer.ts"
import { readModules } from "../src/serve/readModules.ts"
import { makeLab } from "./lab.ts"

/** Returns a configuration with the given modules, which are in YAML. */
export const configuration = (yaml: string): Configuration => {
  const reading = readModules(parse(`modules:\n${yaml}`), () => "")
  expect([...reading.faults, ...reading.unusable.values()]).toEqual([])
  return { ...reading, shown: "shown: true\n" }
}

interface ServeOptions {
  readonly allow?: ReadonlyArray<string>
  readonly concurrency?: number
  readonly load?: () => Configuration
}

export const module = (options = "") => `  m: { prober: http, timeout: 20s, http: { ${options} } }\n`
export const outcome = (name: string) => ({ [`probe_outcome_info{outcome="${name}"}`]: 1 })

/** Starts sites under names, and servers for Prometheus that reach these sites. */
export const makeServeLab = async () => {
  const lab = await makeLab()
  const servers: Array<ProbeServer> = []

  /** Starts a server with the given modules. The server reaches the sites of the lab. */
  const serve = async (modules: string, { allow = ["127.0.0.0/8"], concurrency = 10, load }: ServeOptions = {}) => {
    const client = makeNodeClient({ servers: [lab.dns.address], timeoutMs: 700, tries: 2 })
    const ports = toPorts(
      {
        policy: makeAddressPolicy({ allow }),
        resolve: client.resolveAddresses,
        resolverAnswers: async (signal) => (await client.probe(signal)).answers
      },
      { extraCa: [lab.authority.rootPem] }
    )
    const server = await startProbeServer({
      host: "127.0.0.1",
      port: 0,
      concurrency,
      history: 2,
      timeoutOffsetMs: 500,
      version: "1.2.3",
      portsFor: (used) => (used.prober !== "http" || used.allowsHttp2 ? ports : { ...ports, protocols: ["http/1.1"] }),
      load: load ?? (() => configuration(modules))
    })
    servers.push(server)
    const origin = `http://${server.address}`
    const ask = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(`${origin}${path}`, init)
      return { status: response.status, type: response.headers.get("content-type"), text: await response.text() }
    }
    const probe = async (target: string, name = "m", init: RequestInit = {}) => {
      const { status, text } = await ask(`/probe?${new URLSearchParams({ target, module: name }).toString()}`, init)
      expect({ status, text: status === 200 ? "" : text }).toEqual({ status: 200, text: "" })
      return Object.fromEntries(
        text
          .split("\n")
          .filter((line) => line !== "" && !line.startsWith("#"))
          .map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))])
      )
    }
    return { origin, ask, probe, address: server.address }
  }

  return {
    ...lab,
    serve,
    closeAll: async () => {
      await Promise.all(servers.splice(0).map((server) => server.close()))
      await lab.closeSites()
    }
  }
}

export type ServeLab = Awaited<ReturnType<typeof makeServeLab>>
