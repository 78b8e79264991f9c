import type { Connect } from "@mon/public-net"
import type { Socket } from "node:net"
import { Duplex } from "node:stream"

/**
 * The behaviour of a server after the first bytes of the client: the server sends pieces, and then ends the connection,
 * resets it or stays silent.
 */
export interface Script {
  readonly pieces: ReadonlyArray<Buffer>
  readonly ending: "end" | "hang" | "reset"
  /** Whether the pieces are sent without waiting for the client. */
  readonly speaksFirst?: boolean
}

/** A connection to a scripted server. It needs no system calls, and its events always come in the same order. */
class ScriptedSocket extends Duplex {
  readonly remoteAddress = "127.0.0.1"
  readonly localAddress = "127.0.0.1"
  bytesRead = 0
  readonly #script: Script
  #isPlayed = false

  constructor(script: Script) {
    super({ autoDestroy: true, allowHalfOpen: false })
    this.#script = script
    queueMicrotask(() => {
      this.emit("connect")
      if (script.speaksFirst === true) this.#play()
    })
  }

  setNoDelay(): this {
    return this
  }

  setTimeout(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(_bytes: Buffer, _encoding: string, done: () => void): void {
    done()
    this.#play()
  }

  #play(): void {
    if (this.#isPlayed) return
    this.#isPlayed = true
    const pieces = [...this.#script.pieces]
    const step = () => {
      if (this.destroyed) return
      const piece = pieces.shift()
      if (piece === undefined) return this.#finish()
      this.bytesRead += piece.length
      this.push(piece)
      setImmediate(step)
    }
    setImmediate(step)
  }

  #finish(): void {
    const { ending } = this.#script
    if (ending === "end") this.push(null)
    if (ending === "reset") this.destroy(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }))
  }
}

export const openScripted = (script: Script): Socket => new ScriptedSocket(script) as unknown as Socket

/** Returns a `connect` function that plays the next script on each connection. It repeats the last script. */
export const connectScripted = (scripts: ReadonlyArray<Script>): Connect => {
  let at = 0
  return () => openScripted(scripts[Math.min(at++, scripts.length - 1)] as Script)
}
