import { connect, type Socket } from "node:net"

/** A raw SMTP session, for input that no real client sends. */
export interface MailSession {
  readonly socket: Socket
  /** Returns all data that the server has sent. */
  readonly received: () => string
  /** Waits until the server has sent the given number of replies, and returns their codes. */
  readonly replies: (count: number) => Promise<ReadonlyArray<number>>
  /** Sends lines at once, waits for one reply to each line, and returns the codes of the replies. */
  readonly send: (...lines: ReadonlyArray<string>) => Promise<ReadonlyArray<number>>
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>
}

/** Matches the last line of a reply. All earlier lines have a hyphen after the code (RFC 5321 section 4.2.1). */
const REPLY = /^\d{3} /u

/** Opens a session and waits for the greeting, if there is one. */
export const openMailSession = async (port: number): Promise<MailSession> => {
  const socket = connect({ host: "127.0.0.1", port })
  let text = ""
  let seen = 0
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const resume of waiting) resume()
  }
  const isClosed = Promise.withResolvers<void>()
  const state = { isOver: false }
  socket.setEncoding("latin1")
  socket.on("data", (chunk: string) => {
    text += chunk
    wake()
  })
  socket.on("error", () => {})
  socket.on("close", () => {
    state.isOver = true
    wake()
    isClosed.resolve()
  })
  const codes = () =>
    text
      .split("\r\n")
      .slice(0, -1)
      .filter((line) => REPLY.test(line))
      .map((line) => Number(line.slice(0, 3)))
  const replies = async (count: number) => {
    while (codes().length < seen + count && !state.isOver) {
      await new Promise<void>((resolve) => {
        const resume = () => {
          waiting.delete(resume)
          resolve()
        }
        waiting.add(resume)
      })
    }
    const found = codes().slice(seen, seen + count)
    seen += found.length
    return found
  }
  const session: MailSession = {
    socket,
    received: () => text,
    replies,
    send: (...lines) => {
      socket.write(lines.map((line) => `${line}\r\n`).join(""), "latin1")
      return replies(lines.length)
    },
    closed: isClosed.promise
  }
  await replies(1)
  return session
}
