import { createSocket, type RemoteInfo, type Socket } from "node:dgram"
import { once } from "node:events"
import { createServer, type Socket as TcpSocket } from "node:net"
import * as packet from "dns-packet"

export interface Arrived {
  readonly query: packet.DecodedPacket
  readonly from: RemoteInfo
  readonly reply: (parts: packet.Packet) => void
  readonly send: (bytes: Buffer, socket?: Socket) => void
}

/** Starts a server of raw datagrams, which can behave as no honest server does. Rejects if the port is in use. */
export const startUdpServer = async (onQuery: (arrived: Arrived) => void, port = 0) => {
  const socket = createSocket("udp4")
  socket.bind(port, "127.0.0.1")
  await once(socket, "listening")
  socket.on("message", (bytes, from) => {
    const query = packet.decode(bytes)
    const send = (reply: Buffer, by = socket): void => by.send(reply, from.port, from.address)
    onQuery({
      query,
      from,
      send,
      reply: (parts) =>
        send(
          packet.encode({
            type: "response",
            id: query.id ?? 0,
            questions: query.questions ?? [],
            ...parts,
            flags: packet.RECURSION_AVAILABLE | (parts.flags ?? 0)
          })
        )
    })
  })
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: async (): Promise<void> => {
      socket.close()
      await once(socket, "close")
    }
  }
}

/**
 * Starts a UDP server and a TCP server on the same port. Tries several ports, because another process may use the same
 * port for UDP.
 */
export const startBothServers = async (
  onQuery: (arrived: Arrived) => void,
  onConnection: (socket: TcpSocket) => void
) => {
  for (let attempt = 0; attempt < 20; attempt++) {
    const tcp = createServer(onConnection)
    tcp.listen(0, "127.0.0.1")
    await once(tcp, "listening")
    const bound = tcp.address()
    const udp = await startUdpServer(onQuery, typeof bound === "object" && bound !== null ? bound.port : 0).catch(
      () => null
    )
    const end = (): void => void tcp.close()
    if (udp !== null) return { address: udp.address, close: () => udp.close().then(end) }
    end()
  }
  throw new Error("No port is free for UDP and TCP.")
}

export const address = ({ query }: Arrived, data = "192.0.2.1"): packet.Packet => ({
  answers: (query.questions ?? []).map(({ name }) => ({ type: "A", name, ttl: 60, data }))
})
