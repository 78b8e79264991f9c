import { once } from "node:events"
import { createSecureServer } from "node:http2"
import type { AddressInfo } from "node:net"
import process from "node:process"
import { makeAuthority, startSite } from "@mon/tooling/testbed"
import { hostileCases, type Http2Behaviour } from "./HostileCases.ts"

/** The message from the process that runs the hostile sites: one port for each case, in the order of the cases. */
export interface HostileSites {
  readonly rootPem: string
  readonly ports: ReadonlyArray<number>
}

const authority = await makeAuthority()
const tls = await authority.issue({ names: ["hostile.example.com"] })
const startHttp2 = async ({ http2 }: Http2Behaviour) => {
  const server = createSecureServer({
    cert: tls.certPem,
    key: tls.keyPem,
    allowHTTP1: true,
    maxSendHeaderBlockLength: 100_000
  })
  server.on("sessionError", () => {})
  server.on("stream", (stream) => {
    stream.on("error", () => {})
    http2(stream)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  // The cast is safe, because a server that listens on a port has an address with a port.
  return server.address() as AddressInfo
}

const sites = await Promise.all(
  hostileCases().map(({ behaviour, secure }) =>
    typeof behaviour === "object" && "http2" in behaviour
      ? startHttp2(behaviour)
      : startSite({ behaviour, ...(secure ? { tls } : {}) })
  )
)
const servers: HostileSites = { rootPem: authority.rootPem, ports: sites.map(({ port }) => port) }
process.send?.(servers)
process.once("disconnect", () => process.exit(0))
