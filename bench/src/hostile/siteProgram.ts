import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { answer } from "../harness/Child.ts"
import { hostilePages } from "./HostilePages.ts"

/** The process that serves the hostile pages: `/<number>`. */
export type HostileSite = {
  /** The port. */
  readonly start: (none: null) => Promise<number>
  /** Writes a version of all pages in advance, so that a round does not wait for it. */
  readonly write: (version: number) => Promise<void>
}

let bodies: ReadonlyArray<Buffer> = []

answer<HostileSite>({
  start: () =>
    new Promise((resolve) => {
      const server = createServer((request, response) => {
        const number = Number((request.url ?? "").slice(1))
        const contentType = hostilePages[number]?.contentType ?? "text/plain"
        response.writeHead(200, { "content-type": contentType }).end(bodies[number])
      })
      // A server that listens on a port has an address with one.
      server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
    }),
  write: async (version) => {
    bodies = hostilePages.map(({ write }) => Buffer.from(write(version)))
  }
})
