import * as Effect from "effect/Effect"
import { connect, createServer, type Socket } from "node:net"

export interface TcpRelay {
  readonly port: number
  /** Ends all connections and refuses new connections. */
  readonly cut: () => void
  readonly restore: () => void
  /** Resolves once a total of `count` connections have been refused. */
  readonly whenRefused: (count: number) => Promise<void>
}

export const openRelay = (target: { readonly host: string; readonly port: number }) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<TcpRelay & { readonly close: () => Promise<void> }>((resume) => {
        const sockets = new Set<Socket>()
        const watching = new Set<() => void>()
        let open = true
        let refused = 0
        const keep = (socket: Socket, twin: Socket) => {
          sockets.add(socket)
          socket.on("error", () => twin.destroy())
          socket.on("close", () => {
            sockets.delete(socket)
            twin.destroy()
          })
        }
        const server = createServer((client) => {
          if (!open) {
            refused += 1
            for (const check of watching) check()
            return client.resetAndDestroy()
          }
          const upstream = connect(target)
          keep(client, upstream)
          keep(upstream, client)
          client.pipe(upstream).pipe(client)
        })
        const drop = () => {
          for (const socket of sockets) socket.resetAndDestroy()
        }
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          resume(
            Effect.succeed({
              port: typeof address === "object" && address !== null ? address.port : 0,
              cut: () => {
                open = false
                drop()
              },
              restore: () => {
                open = true
              },
              whenRefused: (count) =>
                new Promise((resolve) => {
                  const check = () => {
                    if (refused >= count) resolve()
                  }
                  watching.add(check)
                  check()
                }),
              close: () => {
                drop()
                return new Promise((done) => server.close(() => done()))
              }
            })
          )
        })
      }),
      (relay) => Effect.promise(relay.close)
    ),
    (relay): TcpRelay => relay
  )
