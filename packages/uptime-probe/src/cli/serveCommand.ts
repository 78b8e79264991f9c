import {
  command,
  ExitCode,
  CommandError,
  filePath,
  flag,
  positiveNumber,
  required,
  type ValueType,
  wholeNumber,
  withDefault
} from "@mon/bundled/command-line"
import { makeNodeClient } from "@mon/dns"
import { makeAddressPolicy } from "@mon/public-net"
import { once } from "node:events"
import { isIP } from "node:net"
import process from "node:process"
import { type ProbePorts, toPorts } from "../probe/ProbePorts.ts"
import type { ProbeOptions } from "../probe/ProbeOptions.ts"
import { makeTrust } from "../tls/Trust.ts"
import type { ProbeModule } from "../serve/ProbeModule.ts"
import type { UptimeTerminal } from "./uptimeCommand.ts"
import { probeOptionsOf, uptimeOptions } from "./uptimeArguments.ts"

interface ListenAddress {
  readonly host: string
  readonly port: number
  readonly toString: () => string
}

const listenAddress = (host: string, port: number): ListenAddress => ({
  host,
  port,
  toString: () => `${host}:${port}`
})

const LISTEN: ValueType<ListenAddress> = {
  placeholder: "address:port",
  takes: "an address and a port such as 127.0.0.1:9115 or [::1]:9115, or a port such as :9115 for all IPv4 addresses",
  read: (given) => {
    const [, bracketed, plain = "", digits] = /^(?:\[([\da-f:.]+)\]|([\d.]*)):(\d{1,5})$/iu.exec(given) ?? []
    const host = bracketed ?? (plain === "" ? "0.0.0.0" : plain)
    if (digits === undefined) return undefined
    const port = Number(digits)
    return isIP(host) === (bracketed === undefined ? 4 : 6) && port <= 65_535 ? listenAddress(host, port) : undefined
  }
}

const { allow, ca, dns } = uptimeOptions

const serveOptions = {
  config: required(filePath(), "The configuration of blackbox_exporter, such as blackbox.yml"),
  check: flag("Check whether the configuration can be used, and exit"),
  "skip-unsupported": flag(
    "Start even if some modules cannot be used. Each of them is listed, and its probes are rejected with status 400"
  ),
  listen: withDefault(LISTEN, listenAddress("127.0.0.1", 9_115), "Where to listen"),
  concurrency: withDefault(wholeNumber("probes", 1, 10_000), 200, "How many probes can run at the same time"),
  history: withDefault(wholeNumber("probes", 0, 10_000), 100, "How many probes /logs shows"),
  "timeout-offset": withDefault(
    positiveNumber("seconds", "seconds", 60),
    0.5,
    "How many seconds before the Prometheus timeout a probe stops"
  ),
  "user-agent": uptimeOptions["user-agent"],
  dns,
  allow,
  ca
}

/** Returns a function that finds the ports of a module. Modules with equal settings share their ports. */
const makePortsFor = (options: ProbeOptions) => {
  const client = makeNodeClient(options.dnsServers === undefined ? {} : { servers: options.dnsServers })
  const outside = {
    policy: options.policy ?? makeAddressPolicy(),
    resolve: client.resolveAddresses,
    resolverAnswers: async (signal: AbortSignal) => (await client.probe(signal)).answers
  }
  const shared = toPorts(outside, options)
  const own = new WeakMap<ProbeModule, ProbePorts>()
  return (module: ProbeModule): ProbePorts => {
    const known = own.get(module)
    if (known !== undefined) return known
    const { tlsSettings } = module
    const allowsHttp2 = module.prober !== "http" || module.allowsHttp2
    const extraCa = [...(options.extraCa ?? []), ...(tlsSettings.extraCa ?? [])]
    const trusting =
      Object.keys(tlsSettings).length === 0 ? shared : { ...shared, trust: makeTrust({ ...tlsSettings, extraCa }) }
    const made: ProbePorts = allowsHttp2 ? trusting : { ...trusting, protocols: ["http/1.1"] }
    own.set(module, made)
    return made
  }
}

/** The options of blackbox_exporter, with the names that they have in this program. */
const BLACKBOX_OPTIONS: Readonly<Record<string, string>> = {
  "--config.file": "--config",
  "--config.check": "--check",
  "--history.limit": "--history",
  "--web.listen-address": "--listen"
}

const renamed = (args: ReadonlyArray<string>): ReadonlyArray<string> =>
  args.map((arg) => {
    const [name = "", ...value] = arg.split("=")
    return [Object.hasOwn(BLACKBOX_OPTIONS, name) ? BLACKBOX_OPTIONS[name] : name, ...value].join("=")
  })

const serve = command({
  name: "mon-uptime-probe serve",
  description: "Runs probes for Prometheus, using the same configuration, requests and metrics as blackbox_exporter.",
  options: serveOptions,
  arguments: {},
  notes: [
    "The server only probes public addresses, unless --allow names a network, and listens on loopback by default.",
    "The blackbox_exporter options --config.file, --config.check, --history.limit and --web.listen-address have the",
    "same effect as --config, --check, --history and --listen. SIGHUP reloads the configuration."
  ].join(" "),
  exitCodes: {
    ok: "The server was stopped, or the configuration can be used",
    couldNot: "The configuration cannot be used, or the port is in use"
  },
  run: async (values, terminal: UptimeTerminal) => {
    const { loadConfiguration } = await import("../serve/loadConfiguration.ts")
    const { startProbeServer } = await import("../serve/probeServer.ts")
    const { check, concurrency, config, history, listen } = values
    const load = () => {
      const found = loadConfiguration(config, values["skip-unsupported"])
      for (const fault of [...found.unusable.values()].flat()) terminal.err(`Skipped: ${fault}\n`)
      return found
    }
    if (check) {
      const { modules } = load()
      terminal.out(`${config} can be used: ${[...modules.keys()].join(", ")}\n`)
      return ExitCode.ok
    }
    const server = await startProbeServer({
      host: listen.host,
      port: listen.port,
      concurrency,
      history,
      timeoutOffsetMs: values["timeout-offset"] * 1_000,
      version: terminal.version,
      portsFor: makePortsFor(probeOptionsOf(values)),
      load
    }).catch((error: unknown) => {
      if (!(error instanceof Error) || !("code" in error)) throw error
      throw new CommandError(`Cannot listen on ${String(listen)}: ${error.message}`)
    })
    const reload = () => terminal.err(`${server.reload() ?? "The configuration was reloaded."}\n`)
    process.on("SIGHUP", reload)
    terminal.out(`Listening on http://${server.address}\n`)
    if (!terminal.signal.aborted) await once(terminal.signal, "abort")
    process.off("SIGHUP", reload)
    await server.close()
    return ExitCode.ok
  }
})

export const serveCommand: typeof serve = { ...serve, run: (args, terminal) => serve.run(renamed(args), terminal) }
