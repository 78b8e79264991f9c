import { ConfigSection } from "./ConfigSection.ts"
import { MOST_TIMEOUT_MS, type ReadNamedFile } from "./moduleOptions.ts"
import type { ProbeModule } from "./ProbeModule.ts"
import { readDnsModule } from "./readDnsModule.ts"
import { readGrpcModule } from "./readGrpcModule.ts"
import { readHttpModule } from "./readHttpModule.ts"
import { readIcmpModule } from "./readIcmpModule.ts"
import { readTcpModule } from "./readTcpModule.ts"

export interface ModulesReading {
  readonly modules: ReadonlyMap<string, ProbeModule>
  /** The sentences about each module that cannot be used, by the module's name. */
  readonly unusable: ReadonlyMap<string, ReadonlyArray<string>>
  /** The sentences about problems in the rest of the file. */
  readonly faults: ReadonlyArray<string>
}

const MANY_MODULES = 1_000

const READERS = {
  dns: readDnsModule,
  grpc: readGrpcModule,
  http: readHttpModule,
  icmp: readIcmpModule,
  tcp: readTcpModule
}

const SECTIONS = ["dns", "grpc", "http", "icmp", "tcp", "unix", "websocket"] as const

const isSupported = (prober: string | undefined): prober is keyof typeof READERS =>
  prober !== undefined && Object.hasOwn(READERS, prober)

const readModule = (section: ConfigSection, readFile: ReadNamedFile): ProbeModule | null => {
  const prober = section.text("prober")
  const timeoutMs = section.duration("timeout", MOST_TIMEOUT_MS) ?? null
  if (!isSupported(prober)) {
    section.faultOf(
      "prober",
      `must be http, tcp, dns, icmp or grpc${prober === undefined ? "" : `. ${JSON.stringify(prober)} is not supported`}.`
    )
    return null
  }
  const options = section.section(prober)
  // The sections that remain belong to other probers.
  section.finish(Object.fromEntries(SECTIONS.map((name) => [name, `the module's prober is ${prober}.`])))
  return { timeoutMs, ...READERS[prober](options, readFile) }
}

/** Reads a blackbox_exporter configuration that was parsed from YAML. Each problem names the path of its option. */
export const readModules = (value: unknown, readFile: ReadNamedFile): ModulesReading => {
  const faults: Array<string> = []
  const root = new ConfigSection(value, "", faults)
  const section = root.section("modules")
  root.finish()
  const names = section.names()
  if (names.length === 0) root.faultOf("modules", "must have at least one module.")
  if (names.length > MANY_MODULES) root.faultOf("modules", `must have at most ${MANY_MODULES} modules.`)
  const modules = new Map<string, ProbeModule>()
  const unusable = new Map<string, ReadonlyArray<string>>()
  for (const name of names.slice(0, MANY_MODULES)) {
    const own: Array<string> = []
    const module = readModule(section.section(name, own), readFile)
    if (own.length > 0) unusable.set(name, own)
    else if (module !== null) modules.set(name, module)
  }
  return { modules, unusable, faults }
}
