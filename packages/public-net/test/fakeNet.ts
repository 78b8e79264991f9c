import { Socket } from "node:net"
import type { AddressAnswer, Connect, DialClock, ResolveAddresses } from "../src/index.ts"

/** Returns a `connect` function whose sockets connect, fail or stay silent as the test orders. */
export const fakeConnect = () => {
  const opened: Array<{
    readonly host: string
    readonly port: number
    readonly family: number
    readonly socket: Socket
  }> = []
  const connect: Connect = ({ host, port, family }) => {
    const socket = new Socket()
    opened.push({ host, port, family, socket })
    return socket
  }
  const socketTo = (host: string): Socket => {
    const found = opened.find((entry) => entry.host === host)
    if (found === undefined) throw new Error(`Nothing was opened to ${host}`)
    return found.socket
  }
  return {
    connect,
    opened,
    socketTo,
    hosts: () => opened.map(({ host }) => host),
    succeed: (host: string, remoteAddress: string | undefined = host) => {
      const socket = socketTo(host)
      Object.defineProperty(socket, "remoteAddress", { value: remoteAddress })
      socket.emit("connect")
    },
    fail: (host: string, code: string) => socketTo(host).emit("error", Object.assign(new Error(code), { code }))
  }
}

/** Returns a clock that stands still until the test moves it. */
export const fakeClock = () => {
  let now = 1000
  const timers = new Map<() => void, number>()
  const clock: DialClock = {
    now: () => now,
    after: (ms, run) => {
      const due = (): void => run()
      timers.set(due, now + ms)
      return () => timers.delete(due)
    }
  }
  const advance = (ms: number): void => {
    now += ms
    for (const [run, due] of timers) {
      if (due <= now && timers.delete(run)) run()
    }
  }
  return { clock, advance, waiting: () => timers.size }
}

/**
 * Returns a resolver that gives the answers in turn, repeats the last answer for ever, and records the queried names.
 */
export const scriptedResolver = (...answers: ReadonlyArray<ReadonlyArray<string> | AddressAnswer>) => {
  const asked: Array<string> = []
  const resolve: ResolveAddresses = async (hostname) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? []
    asked.push(hostname)
    return "status" in answer ? answer : { status: "ok", addresses: answer }
  }
  return { resolve, asked }
}
