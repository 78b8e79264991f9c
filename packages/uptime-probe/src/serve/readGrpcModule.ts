import { isSettableHeader } from "../probe/RequestPlan.ts"
import type { ConfigSection } from "./ConfigSection.ts"
import { familyOf, isText, type ReadNamedFile } from "./moduleOptions.ts"
import type { GrpcModule } from "./ProbeModule.ts"
import { readTlsConfig } from "./tlsOptions.ts"

const SERVICE = /^[\w.-]{0,127}$/u
const METADATA_VALUE = /^[\u0020-\u007e]*$/u

/** Reads the header fields of a call. If a field has several values, uses the last value. */
const metadataOf = (grpc: ConfigSection): Readonly<Record<string, string>> => {
  const section = grpc.section("metadata")
  const fields = section.names().map((name): readonly [string, string] => {
    const value = section.list(name, isText, "a list of strings").at(-1) ?? ""
    if (!isSettableHeader(name)) section.faultOf(name, "is not the name of a header that can be set.")
    if (!METADATA_VALUE.test(value)) section.faultOf(name, "must have only printable characters of ASCII.")
    return [name.toLowerCase(), value]
  })
  section.finish()
  return Object.fromEntries(fields)
}

export const readGrpcModule = (grpc: ConfigSection, readFile: ReadNamedFile): Omit<GrpcModule, "timeoutMs"> => {
  const service = grpc.text("service") ?? ""
  if (!SERVICE.test(service)) grpc.faultOf("service", "must be the name of a service, at most 127 characters.")
  const found = {
    prober: "grpc",
    service,
    tls: grpc.boolean("tls", false),
    metadata: metadataOf(grpc),
    ...readTlsConfig(grpc.section("tls_config"), readFile),
    family: familyOf(grpc)
  } as const
  if (Object.keys(found.metadata).length > 0 && !found.verifies)
    grpc.faultOf("metadata", "and insecure_skip_verify cannot be used together.")
  grpc.finish()
  return found
}
