import { type DnsServer, startDnsServer } from "@mon/tooling/testbed"
import { answer } from "../harness/Child.ts"

/** The name server of the sites: all of them are on this machine. */
export type Names = {
  /** Answers its address as "address:port". */
  readonly start: (names: ReadonlyArray<string>) => Promise<string>
}

let server: DnsServer | undefined

answer<Names>(
  {
    start: async (names) => {
      server = await startDnsServer()
      for (const name of names) server.zone.set(name, { A: ["127.0.0.1"] })
      return server.address
    }
  },
  async () => server?.close()
)
