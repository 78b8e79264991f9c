import { guard } from "@mon/bundled/callbacks"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import process from "node:process"
import type { ProbePorts } from "../probe/ProbePorts.ts"
import { EXPOSITION, expositionText, gauge, type Metric, type ProbeReport } from "./ProbeReport.ts"
import { MOST_TIMEOUT_MS } from "./moduleOptions.ts"
import { ProbeHistory } from "./ProbeHistory.ts"
import { prepareProbe } from "./prepareProbe.ts"
import type { ProbeModule } from "./ProbeModule.ts"

export interface Configuration {
  readonly modules: ReadonlyMap<string, ProbeModule>
  /** The sentences about each module that cannot be used, by the module's name. */
  readonly unusable: ReadonlyMap<string, ReadonlyArray<string>>
  /** The text of the configuration file without its secrets. */
  readonly shown: string
}

export interface ProbeServerOptions {
  readonly host: string
  /** The port to listen on. 0 means any free port. */
  readonly port: number
  /** The maximum number of probes that run at the same time. */
  readonly concurrency: number
  /** The number of probes that are remembered. */
  readonly history: number
  /** The time before Prometheus' timeout at which a probe gives up, in milliseconds. */
  readonly timeoutOffsetMs: number
  readonly version: string
  readonly portsFor: (module: ProbeModule) => ProbePorts
  /** Reads the configuration. Throws an Error with the reason if the configuration cannot be read. */
  readonly load: () => Configuration
}

export interface ProbeServer {
  /** The address and port of the server, for example "127.0.0.1:9115". */
  readonly address: string
  /** Loads the configuration again. If that fails, continues with the old configuration and returns the reason. */
  readonly reload: () => string | null
  /** Stops the server and ends all probes. */
  readonly close: () => Promise<void>
}

interface Reply {
  readonly status: number
  readonly body: string
  readonly type?: string
}

const PLAIN = "text/plain; charset=utf-8"

/**
 * The assumed timeout of Prometheus if the request does not contain one, in milliseconds (as in blackbox_exporter). A
 * longer time limit of the module has no effect.
 */
const DEFAULT_TIMEOUT_MS = 120_000
const LEAST_TIMEOUT_MS = 10
const REQUEST_TIMEOUT_MS = 10_000
/** The number of connections that are allowed in addition to the connections that wait for a probe. */
const SPARE_CONNECTIONS = 100

const refusal = (status: number, message: string): Reply => ({ status, body: `${message}\n` })

const PARAMETERS: ReadonlySet<string> = new Set(["debug", "hostname", "module", "target"])

/**
 * Returns the time until Prometheus gives up, in milliseconds. Returns undefined if the request does not contain the
 * time, and null if the value is not a positive number.
 */
const scrapeTimeout = ({ headers }: IncomingMessage): number | null | undefined => {
  const text = headers["x-prometheus-scrape-timeout-seconds"]
  if (text === undefined) return undefined
  const seconds = typeof text === "string" && /^\d{1,9}(?:\.\d{1,9})?$/u.test(text) ? Number(text) : 0
  return seconds > 0 ? seconds * 1_000 : null
}

const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, "?")

const debugText = (name: string, target: string, { failure, lines }: ProbeReport, metrics: string): string =>
  [
    `Module ${printable(name)}, target ${printable(target)}`,
    failure === null ? "The probe succeeded." : `The probe failed (${failure.outcome}). ${printable(failure.message)}`,
    ...lines.map(printable),
    "",
    "Metrics of the probe:",
    metrics
  ].join("\n")

const HOME = `mon-uptime-probe

/probe?target=example.com&module=http_2xx
/probe?target=example.com&module=http_2xx&debug=true
/metrics
/config
/logs?id=1
/logs?target=example.com&module=http_2xx
/-/healthy
/-/reload (POST)
`

const count = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: "counter",
  samples: [[{}, value]]
})

class Probing {
  readonly options: ProbeServerOptions
  readonly stop = new AbortController()
  readonly outcomes = new Map<string, number>()
  readonly history: ProbeHistory
  configuration: Configuration
  loadedAt = Date.now()
  isLoaded = true
  running = 0
  refused = 0
  unknown = 0

  constructor(options: ProbeServerOptions) {
    this.options = options
    this.history = new ProbeHistory(options.history)
    this.configuration = options.load()
  }

  home(): Reply {
    const probes = this.history
      .list()
      .map(({ id, module, succeeded, target }) =>
        [succeeded ? "success" : "failure", printable(module), printable(target), `/logs?id=${id}`].join("  ")
      )
    return { status: 200, body: [HOME, "Recent probes:", ...probes, ""].join("\n") }
  }

  /** Returns the `debug` text of an earlier probe. */
  logs(query: URLSearchParams): Reply {
    const id = query.get("id")
    const target = query.get("target")
    if ((id === null) === (target === null)) return refusal(400, "Pass either the id or the target parameter.")
    const found = target === null ? this.history.find(Number(id)) : this.history.newest(target, query.get("module"))
    return found === undefined ? refusal(404, "This probe is no longer stored.") : { status: 200, body: found.text }
  }

  reload(): string | null {
    try {
      this.configuration = this.options.load()
      this.loadedAt = Date.now()
      this.isLoaded = true
      return null
    } catch (error) {
      this.isLoaded = false
      return `The configuration was not loaded. ${error instanceof Error ? error.message : String(error)}`
    }
  }

  reloaded(): Reply {
    const fault = this.reload()
    return fault === null ? { status: 200, body: "" } : refusal(500, fault)
  }

  metrics(): string {
    const { version } = this.options
    const { heapUsed, rss } = process.memoryUsage()
    const { system, user } = process.cpuUsage()
    return expositionText([
      gauge("mon_uptime_probe_build_info", "The version of @mon/uptime-probe", 1, { version, node: process.version }),
      {
        name: "mon_uptime_probe_probes_total",
        help: "Probes by outcome",
        type: "counter",
        samples: [...this.outcomes].map(([outcome, value]) => [{ outcome }, value] as const)
      },
      gauge("mon_uptime_probe_running", "Probes running now", this.running),
      count("mon_uptime_probe_refused_total", "Probes that were rejected because too many were running", this.refused),
      gauge(
        "blackbox_exporter_config_last_reload_successful",
        "Whether the configuration was loaded",
        this.isLoaded ? 1 : 0
      ),
      gauge(
        "blackbox_exporter_config_last_reload_success_timestamp_seconds",
        "The time when the configuration was loaded, in seconds since 1970",
        this.loadedAt / 1_000
      ),
      count("blackbox_module_unknown_total", "Probes for modules that do not exist", this.unknown),
      count("process_cpu_seconds_total", "CPU time", (system + user) / 1_000_000),
      gauge("process_resident_memory_bytes", "Resident memory", rss),
      gauge(
        "process_start_time_seconds",
        "The time when the process started, in seconds since 1970",
        performance.timeOrigin / 1_000
      ),
      gauge("nodejs_heap_size_used_bytes", "Memory of the JavaScript heap", heapUsed)
    ])
  }

  async probe(request: IncomingMessage, query: URLSearchParams, signal: AbortSignal): Promise<Reply> {
    const other = [...query.keys()].find((name) => !PARAMETERS.has(name) || query.getAll(name).length > 1)
    if (other !== undefined)
      return refusal(400, `The ${JSON.stringify(other.slice(0, 60))} parameter is not supported, or is set twice.`)
    const name = query.get("module") ?? "http_2xx"
    const module = this.configuration.modules.get(name)
    if (module === undefined) {
      const faults = this.configuration.unusable.get(name)
      if (faults !== undefined) return refusal(400, ["The module cannot be used.", ...faults].join("\n"))
      this.unknown += 1
      return refusal(400, `Unknown module ${JSON.stringify(name.slice(0, 60))}.`)
    }
    const given = query.get("target")
    if (given === null || given === "") return refusal(400, "The target parameter is missing.")
    const run = prepareProbe(module, given, query.get("hostname") === "" ? null : query.get("hostname"))
    if (typeof run === "string") return refusal(400, run)
    const scrape = scrapeTimeout(request)
    if (scrape === null) return refusal(400, "X-Prometheus-Scrape-Timeout-Seconds must be a number of seconds.")
    const { concurrency, timeoutOffsetMs } = this.options
    const patience = (scrape ?? DEFAULT_TIMEOUT_MS) - timeoutOffsetMs
    const limit = Math.min(module.timeoutMs ?? Infinity, patience, MOST_TIMEOUT_MS)
    if (this.running >= concurrency) {
      this.refused += 1
      return refusal(503, `${concurrency} probes are running. Raise --concurrency, or spread the targets.`)
    }
    this.running += 1
    try {
      const result = await run(this.options.portsFor(module), Math.max(LEAST_TIMEOUT_MS, limit), signal)
      const outcome = result.failure?.outcome ?? "ok"
      this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
      const text = expositionText(result.metrics)
      const debug = debugText(name, given, result, text)
      this.history.add({ module: name, target: given, succeeded: result.failure === null, text: debug })
      if (query.get("debug") === "true") return { status: 200, body: debug }
      return { status: 200, body: text, type: EXPOSITION }
    } finally {
      this.running -= 1
    }
  }

  async answer(request: IncomingMessage, signal: AbortSignal): Promise<Reply> {
    const url = URL.parse(request.url ?? "", "http://server.invalid")
    if (url === null) return refusal(400, "The request URL cannot be parsed.")
    // A web page of another site must not be able to start probes.
    if (request.headers["sec-fetch-site"] === "cross-site")
      return refusal(403, "Requests from other sites are rejected.")
    const isReload = url.pathname === "/-/reload"
    const isAllowed = isReload ? ["POST", "PUT"] : ["GET", "HEAD"]
    if (!isAllowed.includes(request.method ?? "")) return refusal(405, `The method must be ${isAllowed.join(" or ")}.`)
    switch (url.pathname) {
      case "/":
        return this.home()
      case "/logs":
        return this.logs(url.searchParams)
      case "/probe":
        return this.probe(request, url.searchParams, signal)
      case "/metrics":
        return { status: 200, body: this.metrics(), type: EXPOSITION }
      case "/config":
        return { status: 200, body: this.configuration.shown }
      case "/-/healthy":
        return { status: 200, body: "Healthy" }
      case "/-/reload":
        return this.reloaded()
      default:
        return refusal(404, "Not found.")
    }
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController()
    response.on(
      "close",
      guard(() => {})(() => gone.abort())
    )
    const signal = AbortSignal.any([gone.signal, this.stop.signal])
    const reply = await this.answer(request, signal).catch((error: unknown) => {
      if (signal.aborted) return null
      throw error
    })
    if (reply === null) return void response.destroy()
    response.writeHead(reply.status, {
      "content-type": reply.type ?? PLAIN,
      "content-length": Buffer.byteLength(reply.body),
      "x-content-type-options": "nosniff"
    })
    response.end(request.method === "HEAD" ? "" : reply.body)
  }
}

const listen = (server: Server, host: string, port: number) =>
  new Promise<AddressInfo>((resolve, reject) => {
    const onListening = guard(reject)(() => {
      server.off("error", reject)
      resolve(server.address() as AddressInfo)
    })
    server.once("error", reject)
    server.listen(port, host, onListening)
  })

/**
 * Starts a server that runs the probes that Prometheus requests. Rejects if it cannot listen, or if the configuration
 * is not valid.
 */
export const startProbeServer = async (options: ProbeServerOptions): Promise<ProbeServer> => {
  const probing = new Probing(options)
  const server = createServer(
    { headersTimeout: REQUEST_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => {
      request.resume()
      probing.handle(request, response).catch(() => response.destroy())
    }
  )
  server.maxConnections = options.concurrency + SPARE_CONNECTIONS
  const { address, family, port } = await listen(server, options.host, options.port)
  return {
    address: `${family === "IPv6" ? `[${address}]` : address}:${port}`,
    reload: () => probing.reload(),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      probing.stop.abort()
      server.closeAllConnections()
      await closed
    }
  }
}
