import { connect, createServer, type AddressInfo, type Socket } from "node:net"

/**
 * The moment at which a connection is cut or a statement fails. Statements are counted from 1, over all connections.
 */
export interface Cut {
  readonly statement: number
  /**
   * `before`: the server never receives the statement. `after`: the server executes the statement, but its result is
   * lost. `inFlight`: the connection is cut immediately after the statement is sent, so the server may or may not
   * execute the statement. `failing`: the server receives a different statement, which fails, and the connection stays
   * open.
   */
  readonly when: "before" | "after" | "inFlight" | "failing"
  /**
   * Whether no data passes through the proxy after the cut, as if the process had died. Otherwise, only one connection
   * is cut.
   */
  readonly forAll: boolean
}

/** A proxy in front of PostgreSQL that cuts connections. */
export interface FaultyDatabase {
  readonly url: string
  /** Plans one cut, and resets the count of statements. Until the cut, the proxy passes everything on. Null: no cut. */
  readonly arm: (cut: Cut | null) => void
  /** Returns the number of statements since the last call of `arm`. */
  readonly statements: () => number
  readonly close: () => Promise<void>
}

/** Returns a simple query: the type, the length and the text (PostgreSQL protocol, message formats). */
const simpleQuery = (text: string): Buffer => {
  const body = Buffer.from(`${text}\0`)
  const head = Buffer.from([0x51, 0, 0, 0, 0])
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const failingStatement = simpleQuery("select 1 / 0")

/** Starts a proxy for a database URL. The driver writes one statement at a time, so a chunk is a statement. */
export const startFaultyDatabase = async (databaseUrl: string): Promise<FaultyDatabase> => {
  const target = new URL(databaseUrl)
  const open = new Set<Socket>()
  let plan: Cut | null = null
  let dead = false
  let count = 0

  const server = createServer((client) => {
    if (dead) return client.destroy()
    const upstream = connect(Number(target.port), target.hostname)
    let started = false
    let cutsAnswer = false
    open.add(client)
    const end = () => {
      client.destroy()
      upstream.destroy()
      open.delete(client)
    }
    const fail = () => {
      if (plan?.forAll === true) {
        dead = true
        for (const each of open) each.destroy()
      }
      end()
    }
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true)
      socket.on("error", end)
      socket.on("close", end)
    }
    client.on("data", (chunk: Buffer) => {
      // The startup message has no type byte. Neither the startup message nor an authentication message counts as a
      // statement.
      if (!started || chunk[0] === 0x70) {
        started = true
        upstream.write(chunk)
        return
      }
      count += 1
      if (plan?.statement !== count) return void upstream.write(chunk)
      if (plan.when === "before") return fail()
      if (plan.when === "failing") return void upstream.write(failingStatement)
      if (plan.when === "after") {
        cutsAnswer = true
        upstream.write(chunk)
        return
      }
      upstream.end(chunk)
      fail()
    })
    upstream.on("data", (chunk: Buffer) => {
      if (!cutsAnswer) return void client.write(chunk)
      fail()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = new URL(databaseUrl)
  url.hostname = "127.0.0.1"
  url.port = String((server.address() as AddressInfo).port)

  return {
    url: url.href,
    arm: (cut) => {
      plan = cut
      dead = false
      count = 0
    },
    statements: () => count,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      })
  }
}
